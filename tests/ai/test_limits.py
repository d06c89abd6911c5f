from ai.search.limits import CancelFlag, StopWatch
from ai.search.messages import Limit, StopReason


def never() -> bool:
    return False


def test_without_bounds_only_the_caller_stops_a_search() -> None:
    stop = CancelFlag()
    watch = StopWatch(Limit(), stop)
    assert not watch.poll()
    stop.set()
    assert watch.poll()
    assert watch.reason is StopReason.STOPPED
    assert watch.flag()


def test_a_deadline_in_the_past_stops_at_once() -> None:
    watch = StopWatch(Limit(seconds=0.0), never)
    assert watch.poll()
    assert watch.reason is StopReason.TIME


def test_a_spent_budget_of_simulations_stops() -> None:
    done = 0
    watch = StopWatch(Limit(simulations=3), never, simulations=lambda: done)
    assert not watch.poll()
    done = 3
    assert watch.poll()
    assert watch.reason is StopReason.SIMULATIONS


def test_the_first_reason_stays() -> None:
    watch = StopWatch(Limit(seconds=0.0), never)
    watch.stop(StopReason.PROVEN)
    assert watch.poll()
    assert watch.reason is StopReason.PROVEN
