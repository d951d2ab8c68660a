"""`call.py SOCKET WORDS…` has `command.py` run a command, and ends with its status."""

import json
import os
import socket
import sys

with socket.socket(socket.AF_UNIX) as server:
    server.connect(sys.argv[1])
    command = json.dumps([sys.argv[2:], os.getcwd(), dict(os.environ)]).encode()  # noqa: PTH109
    socket.send_fds(server, [command], [0, 1, 2])
    status = server.recv(1)
sys.exit(status[0] if status else 3)
