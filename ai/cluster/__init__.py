"""Jobs on a Dask cluster. ``distributed`` is an extra: only `ai.cluster.client` imports it."""
