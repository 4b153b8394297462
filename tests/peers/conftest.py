"""Tests of `examples/peers`: collected where `catanatron` is installed (`make test-peers`)."""

import sys
from importlib.util import find_spec

from hinterland.tests.protocol.support import checkout

collect_ignore = [] if find_spec("catanatron") else ["test_catanatron.py"]
sys.path.append(str(checkout() / "examples" / "peers"))
