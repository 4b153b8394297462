"""Starts an engine as a bot's settings ask: environment, working directory, memory limit.

Run as a program, by its path, so that nothing is imported: `launch.py SETTINGS COMMAND...`,
where SETTINGS is JSON. It becomes the command.
"""

import json
import os
import resource
import sys


def main() -> None:
    settings = json.loads(sys.argv[1])
    os.environ.update(settings["environment"])
    try:
        if settings["directory"]:
            os.chdir(settings["directory"])
        if settings["memory"]:
            resource.setrlimit(resource.RLIMIT_AS, (settings["memory"], settings["memory"]))
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as error:
        sys.exit(f"cannot start {sys.argv[2]!r}: {error}")


if __name__ == "__main__":
    main()
