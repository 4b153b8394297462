"""Games on a Dask cluster; needs the extra `dask`."""

from hinterland.engine.errors import BadArgument
from hinterland.tournaments.tournament import Hands

CONNECT_SECONDS = 30


def dask_hands(address: str) -> Hands:
    """The workers of the cluster whose scheduler is at `address`, a game a thread.

    `BadArgument`: no Dask here, no scheduler there, or one without workers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadArgument("--dask: expected Dask: pip install 'hinterland[dask]'") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise BadArgument(f"--dask {address}: no scheduler there: {error}") from None
    threads = sum(client.nthreads().values())
    if threads == 0:
        raise BadArgument(f"--dask {address}: the scheduler has no workers")

    def end() -> None:
        client.close(timeout=CONNECT_SECONDS)

    return Hands(threads, lambda first: client.get_executor(pure=False), end)
