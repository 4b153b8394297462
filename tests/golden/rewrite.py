"""Write all golden playthroughs anew: `python -m hinterland.tests.golden.rewrite`.

Read the difference afterwards: every change in it must be one that was meant.
"""

from hinterland.tests.golden.playthrough import FOLDER, playthrough, playthroughs


def main() -> None:
    wanted = {name: playthrough(game, options) for name, game, options in playthroughs()}
    for path in FOLDER.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
            print(f"removed {path.name}")
    for name, text in wanted.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {name}")


if __name__ == "__main__":
    main()
