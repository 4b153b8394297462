"""Many legal moves on few lines."""

from typing import Final

from hinterland.protocol.menu import LISTED, matching, menu, numbered

BOARD: Final = [
    *(
        {"move": f"road:a{n}ne", "kind": "road", "text": f"build a road at a{n}ne"}
        for n in range(1, 9)
    ),
    *(
        {"move": f"play:spy=p{n}", "kind": "play", "text": f"play Spy: look at p{n}"}
        for n in range(2, 5)
    ),
    {"move": "play:crane", "kind": "play", "text": "play Crane: one less"},
    *(
        {"move": f"offer:{give}>{want}", "kind": "offer", "text": f"offer 1 {give} for 1 {want}"}
        for give in ("ore", "wool")
        for want in ("brick", "grain", "lumber", "coin", "cloth")
    ),
    {"move": "end", "kind": "end", "text": "end the turn"},
]


def test_few_moves_are_listed_one_by_one() -> None:
    assert menu(BOARD[:2]) == ["1  build a road at a1ne", "2  build a road at a2ne"]
    assert len(menu(BOARD[:LISTED])) == LISTED


def test_of_many_moves_each_kind_has_a_line() -> None:
    assert menu(BOARD) == [
        "road (8): a1ne a2ne a3ne a4ne a5ne a6ne a7ne a8ne",
        "play (4): spy x3 crane",
        "offer (10): ore x5 wool x5",
        "23  end the turn",
        "23 moves; say a kind, and more words to choose among them",
    ]


def test_a_line_is_cut_where_it_gets_too_long() -> None:
    moves = [
        {"move": f"road:a{n}", "kind": "road", "text": f"build a road at a{n}"} for n in range(200)
    ]
    line = menu(moves)[0]
    assert line.startswith("road (200): a0 a1 ")
    assert line.endswith(" ...")
    assert len(line) <= 250


def test_words_choose_among_the_moves() -> None:
    assert matching(BOARD, "road") == list(range(8))
    assert matching(BOARD, "road a3") == [2]
    assert matching(BOARD, "Spy p3") == [9]
    assert matching(BOARD, "coin") == [15, 20]
    assert matching(BOARD, "offer wool coin") == [20]
    assert matching(BOARD, "play road") == []
    assert matching(BOARD, "bet") == []
    assert numbered(BOARD, [2, 22]) == [" 3  build a road at a3ne", "23  end the turn"]
