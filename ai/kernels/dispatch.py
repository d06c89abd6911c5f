"""Machine code for what Python calls, and for nothing else: a fifth of the kernels' functions.

numba makes machine code and a wrapper for Python of every function, each time with a copy of all
that it calls, optimised anew. Here a function that a kernel calls is its *body*, types and
bitcode for that caller to inline. Python calls its *entry*: the wrapper and all that is called
from there, optimised as a whole and made machine code when Python first does. Both are kept in
the cache, a body under a name that begins with `BODY`.

numba has no switch for that, so classes of its own are refined here, private ones
(`ai.engine.kernel_loading` tells whether this numba has them as they are known).
"""

from collections.abc import Callable, Mapping
from typing import Any

import llvmlite.binding as llvm
from numba.core import caching, compiler, types
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import unliteral

BODY = "body-"
_OPTIONS = {"nopython": True, "nogil": True}

# What other kernels call.


class _Callee:
    """What numba knows a body by, where other functions have their entry point."""


class BodyLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The bitcode of a function and of what it calls, for whoever inlines it."""

    _shared_module: Any

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


class KeptBody(BodyLibrary):
    """The same out of the cache, not parsed before somebody links it."""

    def __init__(self, codegen: Any, name: str, bitcode: bytes) -> None:
        super().__init__(codegen, name)
        self._bitcode = bitcode
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return self._shared_module


class _BodyCompiler(_FunctionCompiler):  # type: ignore[misc]
    def _compile_core(self, args: Any, return_type: Any) -> Any:
        context = self.targetdescr.target_context
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = BodyLibrary(context.codegen(), self.py_func.__qualname__)
        body = compiler.compile_extra(
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args,
            return_type,
            flags,
            self.locals,
            library,
            self.pipeline_class,
        )
        body = body._replace(entry_point=_Callee(), metadata=None)
        context.insert_user_function(body.entry_point, body.fndesc, [library])
        return body


class _BodyCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"{BODY}{super().get_filename_base(fullname, abiflags)}"

    def reduce(self, body: Any) -> Any:
        body.fndesc.typemap = body.fndesc.calltypes = None
        bitcode = body.library._get_module_for_linking().as_bitcode()
        environments = tuple(body._find_referenced_environments())
        return (
            body.library.name, bitcode, body.fndesc, body.environment, body.signature,
            body.reload_init, environments,
        )  # fmt: skip

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        name, bitcode, fndesc, environment, signature, reload_init, environments = payload
        for prepare in reload_init:
            prepare()
        return compiler.compile_result(
            typing_context=target_context.typing_context,
            target_context=target_context,
            library=KeptBody(target_context.codegen(), name, bitcode),
            entry_point=_Callee(),
            fndesc=fndesc,
            environment=environment,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reload_init,
            referenced_envs=environments,
        )


class _BodyCache(caching.FunctionCache):  # type: ignore[misc]
    _impl_class = _BodyCacheImpl


class Body(CPUDispatcher):  # type: ignore[misc]
    """A function as other kernels call it."""

    def __init__(self, py_func: Callable[..., Any], options: Mapping[str, bool]) -> None:
        """Prepare to compile a function when a kernel calls it, or its entry is made."""
        chosen = {**_OPTIONS, **options}
        super().__init__(py_func, targetoptions=chosen)
        self._compiler = _BodyCompiler(py_func, self.targetdescr, chosen, {}, compiler.Compiler)
        self._cache = _BodyCache(py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Type a call. A number written in the caller is one like any other: one body does."""
        named = {name: unliteral(value) for name, value in kws.items()}
        return super().get_call_template(tuple(map(unliteral, args)), named)

    def add_overload(self, body: Any) -> None:
        """Keep what was compiled, out of Python's reach."""
        self.overloads[tuple(body.signature.args)] = body


# What Python calls.


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a function and of all that it calls; nobody inlines it."""

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """Return what is kept in the cache, without bitcode."""
        self._ensure_finalized()
        return self.name, "object", (self._get_compiled_object(), b"")


class _EntryCompiler(_FunctionCompiler):  # type: ignore[misc]
    def __init__(self, body: Body) -> None:
        super().__init__(body.py_func, body.targetdescr, _OPTIONS, {}, compiler.Compiler)
        self._body = body

    def _compile_core(self, args: Any, return_type: Any) -> Any:  # noqa: ARG002 - the body's
        self._body.compile(args)
        body = self._body.overloads[args]
        context = self.targetdescr.target_context
        context.refresh()  # to make a wrapper, as for any compilation
        library = EntryLibrary(context.codegen(), body.library.name)
        library.enable_object_caching()
        library.add_linking_library(body.library)
        with context.push_code_library(library):  # where what the wrapper calls is linked
            context.create_cpython_wrapper(
                library, body.fndesc, body.environment, call_helper=None, release_gil=True
            )
        code = context.get_executable(library, body.fndesc, body.environment)
        entry = body._replace(library=library, entry_point=code, metadata=None, type_annotation="")
        for environment in entry._find_referenced_environments():
            context.codegen().set_env(environment.env_name, environment)
        return entry


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function as Python calls it; another kernel that names it calls its body."""

    def __init__(self, py_func: Callable[..., Any], options: Mapping[str, bool]) -> None:
        """Prepare to compile a function when it is first called; `options` are numba's."""
        super().__init__(py_func, targetoptions=_OPTIONS)
        self.body = Body(py_func, options)
        self._compiler = _EntryCompiler(self.body)
        self.enable_caching()

    @property
    def _numba_type_(self) -> types.Dispatcher:
        return types.Dispatcher(self.body)
