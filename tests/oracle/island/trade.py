"""Section 10: the bank, and offers between the seat of the turn and its opponents."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product

from hinterland.tests.oracle.island import constants as box
from hinterland.tests.oracle.island.game import Game, Move, Moves
from hinterland.tests.oracle.island.names import cards_text, read_cards
from hinterland.tests.oracle.island.script import Question, Script, ask
from hinterland.tests.oracle.island.table import Player

GUILD = 3  # the level of trade


def kinds(game: Game) -> tuple[str, ...]:
    return box.KINDS if game.table.options.knights else box.RESOURCES


def rate(game: Game, player: Player, kind: str) -> int:
    """Cards of a kind for one from the bank: the best of all that the seat may use."""
    table = game.table
    rates = [4]
    for harbor in table.harbors:
        if any(corner in player.buildings for corner in harbor.corners):
            if harbor.kind == "any":
                rates.append(3)
            elif harbor.kind == kind:
                rates.append(2)
    if table.merchant is not None and table.merchant_owner == player.seat:
        rates.append(2 if box.HEX_RESOURCE[table.terrain[table.merchant]] == kind else 4)
    if kind in box.COMMODITIES and player.improvements["trade"] >= GUILD:
        rates.append(2)
    if kind in game.fleet:
        rates.append(2)
    return min(rates)


def bank_moves(game: Game, player: Player) -> Moves:
    """One card of any other kind that the bank holds."""
    moves: Moves = {}
    for given in kinds(game):
        count = rate(game, player, given)
        for wanted in kinds(game):
            if given != wanted and player.hand[given] >= count and game.table.bank[wanted]:
                moves[f"bank:{given}>{wanted}"] = partial(
                    bank_trade, game, player, given, count, wanted
                )
    return moves


def bank_trade(game: Game, player: Player, given: str, count: int, wanted: str) -> Script[None]:
    game.table.pay(player, {given: count})
    game.table.give(player, wanted, 1)
    yield from ()


# Offers


def listed(game: Game, player: Player) -> Iterator[str]:
    """What is listed: one kind against one kind, at most 2 of each; `wide_offers` up to 3 cards
    a side. The seat must hold what it gives."""
    all_kinds = kinds(game)
    if game.table.options.wide_offers:
        sides = [
            Counter(dict(zip(all_kinds, counts, strict=True)))
            for counts in product(range(4), repeat=len(all_kinds))
            if 1 <= sum(counts) <= 3
        ]
    else:
        sides = [Counter({kind: count}) for kind in all_kinds for count in (1, 2)]
    held = [give for give in sides if player.has(give)]
    for give in held:
        for want in sides:
            if not any(give[kind] and want[kind] for kind in all_kinds):
                yield f"{cards_text(give)}>{cards_text(want)}"


def read_offer(game: Game, player: Player, text: str) -> tuple[Counter[str], Counter[str]]:
    """Any offer or counter that may be played: both sides not empty, no kind on both, and the
    seat holds what it gives; ValueError otherwise."""
    give, want = (read_cards(side) for side in text.split(">"))
    allowed = set(kinds(game))
    fine = set(give) <= allowed and set(want) <= allowed and not set(give) & set(want)
    if not fine or not player.has(give):
        raise ValueError(f"not an offer of {player.name}: {text}")
    return give, want


def offer_moves(game: Game, player: Player) -> Moves:
    options = game.table.options
    if len(game.offers) >= min(options.listed_offers, options.trade_offers):
        return {}
    return {
        f"offer:{text}": partial(make_offer, game, player, text)
        for text in listed(game, player)
        if text not in game.offers
    }


def wide_offer(game: Game, player: Player, token: str) -> Move:
    """The move of an offer that is not listed; ValueError if it may not be made."""
    word, _, text = token.partition(":")
    if word != "offer" or len(game.offers) >= game.table.options.trade_offers:
        raise ValueError(token)
    read_offer(game, player, text)
    if text in game.offers:
        raise ValueError(f"made before in this turn: {text}")
    return partial(make_offer, game, player, text)


def make_offer(game: Game, player: Player, text: str) -> Script[None]:
    """Each opponent in order accepts, declines or makes one counter; the offerer takes one that
    it can pay, or none."""
    game.offers.append(text)
    give, want = read_offer(game, player, text)
    deals: dict[str, tuple[Player, Counter[str], Counter[str]]] = {}
    for other in game.table.others(player):
        answer = yield from ask_answer(game, other, give, want)
        if answer == "accept":
            deals[f"deal:{other.name}"] = (other, give, want)
        elif answer != "decline":
            theirs, mine = read_offer(game, other, answer.removeprefix("counter:"))
            deals[f"deal:{other.name}"] = (other, mine, theirs)
    if not deals:
        return
    answers: dict[str, tuple[Player, Counter[str], Counter[str]] | None] = {"none": None}
    answers.update({token: deal for token, deal in deals.items() if player.has(deal[1])})
    deal = yield from ask(player, answers, "deal")
    if deal is not None:
        other, mine, theirs = deal
        for kind, count in mine.items():
            game.table.pass_card(player, other, kind, count)
        for kind, count in theirs.items():
            game.table.pass_card(other, player, kind, count)


def ask_answer(game: Game, other: Player, give: Counter[str], want: Counter[str]) -> Script[str]:
    """Accept (with the cards in hand), decline, or a counter that says something else."""
    same = f"{cards_text(want)}>{cards_text(give)}"
    answers = {"decline": "decline"}
    if other.has(want):
        answers["accept"] = "accept"
    if game.table.options.listed_offers:
        texts = [text for text in listed(game, other) if text != same]
        answers.update({f"counter:{text}": f"counter:{text}" for text in texts})

    def wide(token: str) -> str:
        word, _, text = token.partition(":")
        if word != "counter" or text == same:
            raise ValueError(token)
        read_offer(game, other, text)
        return token

    answer: str = yield Question(other.name, answers, wide, "answer")
    return answer
