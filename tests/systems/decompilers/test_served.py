"""A decompiler's server is not trusted to follow the protocol."""

from __future__ import annotations

import pytest

from acidtest.systems.decompilers.served import DecompilerServer, ServerError


@pytest.mark.parametrize("size", ["", "x", "-1", "٣", "9" * 5000])
def test_a_size_that_is_no_number_ends_the_server(size: str) -> None:
    script = f"echo ready 1; head -c 1 > /dev/null; printf '%s\\n' 'ok {size}'; cat > /dev/null"
    server = DecompilerServer(["sh", "-c", script], wall_s=10)
    with pytest.raises(ServerError, match="its response cannot be parsed"):
        server.ask(b"x", "func0", "0")
