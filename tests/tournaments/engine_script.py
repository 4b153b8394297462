"""An engine for Kuhn poker without the project, which misbehaves as its first argument says.

Run as a program: `python engine_script.py MODE [PATH]`.
"""

import os
import resource
import signal
import subprocess
import sys

CLOCKS = ["time_settings", "time_left"]
HONEST = ["known_command", "newgame", "setview", "play", "undo"]
DAEMON = """
import subprocess, sys
wait = [sys.executable, "-c", "import signal; signal.pause()"]
none = subprocess.DEVNULL
process = subprocess.Popen(wait, stdin=none, stdout=none, stderr=none, start_new_session=True)
with open(sys.argv[1], "a") as file:
    file.write(f"{process.pid}\\n")
"""


class Engine:
    """Calls every bet and makes none, unless the mode has something else in mind."""

    def __init__(self, mode: str, path: str) -> None:
        self.mode = mode
        self.path = path
        self.facing_bet = False
        self.moves = 0

    def answer(self, number: str, command: str, arguments: list[str]) -> str:
        if command == "genmove":
            return self.genmove(number)
        if command == "newgame":
            self.begin()
        if command == "level":
            with open(self.path, "a") as file:
                file.write(f"{command} {' '.join(arguments)}\n")
            return f"={number}"
        if command == "play":
            self.facing_bet = arguments[1] == "bet"
        if self.mode == "clock" and command in CLOCKS:
            with open(self.path, "a") as file:
                file.write(f"{' '.join(arguments)}\n")
            return f"={number}"
        if self.mode == "clock" and command == "known_command":
            return f"={number} {'true' if arguments[0] in CLOCKS else 'false'}"
        if self.mode.startswith("explain"):
            if command == "known_command":
                return f"={number} {'true' if arguments[0] == 'explain' else 'false'}"
            if command == "explain":
                return self.explain(number)
        if command not in HONEST:
            return f"?{number} unknown_command: {command}"
        return f"={number} false" if command == "known_command" else f"={number}"

    def begin(self) -> None:
        self.facing_bet = False
        if self.mode == "sleep":
            signal.pause()
        if self.mode == "report":
            limit = resource.getrlimit(resource.RLIMIT_AS)[0]
            with open(self.path, "w") as file:
                file.write(f"{os.environ['HINTERLAND_TEST']} {limit}")
        if self.mode == "greedy":
            bytearray(1 << 30)
        if self.mode == "orphan":
            worker = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
            with open(self.path, "w") as file:
                file.write(str(worker.pid))

        if self.mode == "daemon":
            subprocess.run([sys.executable, "-c", DAEMON, self.path], check=True)

    def genmove(self, number: str) -> str:
        if self.mode == "flood":
            while True:
                os.write(1, b"x" * 65536)
        if self.mode in ("die", "orphan", "daemon"):
            print("out of ideas", file=sys.stderr, flush=True)
            os._exit(3)
        if self.mode == "hang":
            signal.pause()
        if self.mode == "closeout":
            os.close(1)
            signal.pause()
        if self.mode == "wait":
            self.wait()
        return {
            "refuse": f"?{number} internal: no idea",
            "illegal": f"={number} {'check' if self.facing_bet else 'call'}",
            "unknown": f"={number} castle",
            "empty": f"={number}",
            "garbage": "\x00\x1b[31m}{",
            "wrong-id": f"={int(number) + 1} check",
        }.get(self.mode, f"={number} {'call' if self.facing_bet else 'check'}")

    def explain(self, number: str) -> str:
        self.moves += 1
        return {
            "explain": f"={number} calls are good\nsearched: {self.moves} iterations in 1 worlds",
            "explain-words": f"={number} searched: many iterations",
            "explain-refused": f"?{number} unsupported: nothing was searched",
            "explain-garbage": "\x00}{",
        }[self.mode]

    def wait(self) -> None:
        """Say so through the named pipe at `path`, then think on until PATH.go can be read."""
        if not os.path.exists(f"{self.path}.gone"):
            os.write(os.open(self.path, os.O_WRONLY), b"x")  # it stays open: who reads sees us end
            with open(f"{self.path}.go") as go:
                go.read()


def main() -> None:
    engine = Engine(sys.argv[1], (sys.argv[2:] or [""])[0])
    if engine.mode == "count":
        with open(engine.path, "a") as file:
            file.write("start\n")
    if engine.mode == "absent":
        sys.exit(1)
    for line in sys.stdin:
        number, command, *arguments = line.split()
        print(engine.answer(number, command, arguments), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
