"""Run many `rulewright` commands quickly: one process imports the engine and forks for each command.

A forked command has its own working directory, environment, arguments, streams and exit status, as a process of its own
has; only the second that imports take is saved. Where there is no fork, commands run as usual.

The file has three parts: `command` is for whoever wants to run commands; `serve` is the process that forks; `ask` is
the small client that stands in the place of `rulewright` and hands its streams to the server. The client must start
quickly, so this file imports little at its top.
"""

from __future__ import annotations

import json
import os
import socket
import sys

TYPE_CHECKING = False  # of `typing`, which takes long to import
if TYPE_CHECKING:
    import subprocess

MOST_BYTES = 1 << 20  # of a request: arguments, working directory and environment
PATIENCE = 600  # seconds that a command may take
APART = ("ai", "lsp", "web")  # parts of the engine that other programs talk to


def command() -> list[str]:
    """Return the start of a command line that stands for `rulewright`; starts the server at the first call.

    The server ends with the process that has called this.
    """
    import atexit
    import shutil
    import subprocess
    import tempfile

    if _command:
        return list(_command)
    if not (hasattr(os, "fork") and hasattr(socket, "send_fds")):
        return [sys.executable, "-c", "from rulewright.cli import main; main()"]
    folder = tempfile.mkdtemp(prefix="commands-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    address = os.path.join(folder, "socket")
    usual = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    usual["PYTHONPATH"] = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "engine")
    server = subprocess.Popen(
        [sys.executable, os.path.abspath(__file__), "--serve", address],
        env=usual, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    )  # fmt: skip
    atexit.register(server.kill)
    assert server.stdout is not None
    if server.stdout.readline() != b"ready\n":
        raise RuntimeError("The server of commands has not started.")
    _command.extend([sys.executable, "-IS", os.path.abspath(__file__), address])
    return list(_command)


def run(
    *arguments: str, folder: str | None = None, environment: dict[str, str], answers: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command on some answers, and return what it printed; the client is left out, which takes as long to start.

    Raises:
        TimeoutError, subprocess.TimeoutExpired: it takes too long.
    """
    import subprocess
    import tempfile

    begin = command()
    if begin[1] == "-c":  # there is no server
        return subprocess.run(
            [*begin, *arguments], cwd=folder, env=environment, input=answers, capture_output=True,
            text=True, encoding="utf-8", timeout=PATIENCE,
        )  # fmt: skip
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as told, tempfile.TemporaryFile() as wrong:
        given.write(answers.encode())
        given.seek(0)
        streams = [given.fileno(), told.fileno(), wrong.fileno()]
        status = ask(begin[-1], [*arguments], folder or os.getcwd(), environment, streams)
        told.seek(0)
        wrong.seek(0)
        return subprocess.CompletedProcess([*arguments], status, told.read().decode(), wrong.read().decode())


def script(folder: str) -> None:
    """Write a script `rulewright` into a folder, for shells whose PATH begins with it."""
    import shlex

    path = os.path.join(folder, "rulewright")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n')
    os.chmod(path, 0o755)


_command: list[str] = []


# ---------------------------------------------------------------------- the client


def ask(address: str, arguments: list[str], folder: str, environment: dict[str, str], streams: list[int]) -> int:
    """Have the server run a command with some streams, a folder and an environment; return its exit status."""
    request = json.dumps([arguments, folder, environment]).encode()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(address)
        socket.send_fds(connection, [len(request).to_bytes(4, "big")], streams)
        connection.sendall(request)
        status = connection.recv(1)
    return status[0] if status else 1


# ---------------------------------------------------------------------- the server


def serve(address: str) -> None:
    """Fork for each request until the process is ended."""
    import signal
    from contextlib import redirect_stderr, redirect_stdout, suppress

    from rulewright.cli.app import main

    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for arguments in (["check", "tic_tac_toe"], ["--help"]):  # has everything imported that each fork needs
            sys.argv = ["rulewright", *arguments]
            with suppress(SystemExit):
                main()
    _import_all()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets what has ended
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        print("ready", flush=True)
        while True:
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _answer(connection)
            connection.close()


def _import_all() -> None:
    """Import what commands import when they need it: a fork that had to would take up to a second for it."""
    import importlib
    import pkgutil
    from contextlib import suppress

    import rulewright

    for found in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
        if found.name.split(".")[1] not in APART:
            with suppress(ImportError):
                importlib.import_module(found.name)


def _answer(connection: socket.socket) -> None:
    """Run the command of a connection in a fork, tell its exit status and end."""
    head, descriptors, _, _ = socket.recv_fds(connection, 4, 3)
    size, request = int.from_bytes(head, "big"), b""
    while len(request) < min(size, MOST_BYTES):
        request += connection.recv(size - len(request))
    running = os.fork()
    if running == 0:
        connection.close()
        _run(*json.loads(request), descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    code = os.waitstatus_to_exitcode(os.waitpid(running, 0)[1])
    connection.sendall(bytes([code if code >= 0 else 128 - code]))
    os._exit(0)


def _run(arguments: list[str], folder: str, environment: dict[str, str], descriptors: list[int]) -> None:
    """Become the command: never returns."""
    import traceback

    from rulewright.cli.app import main

    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    encoding = environment.get("PYTHONIOENCODING", "utf-8").partition(":")[0]
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, encoding=encoding, errors=errors, closefd=False)
        for number, mode, errors in ((0, "r", "strict"), (1, "w", "strict"), (2, "w", "backslashreplace"))
    )
    sys.argv = ["rulewright", *arguments]
    status: object = 0
    try:
        main()
    except SystemExit as exit:
        status = exit.code
    except BaseException:
        traceback.print_exc()
        status = 1
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        status = 120  # as Python says it
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(sys.argv[2])
    sys.exit(ask(sys.argv[1], sys.argv[2:], os.getcwd(), dict(os.environ), [0, 1, 2]))
