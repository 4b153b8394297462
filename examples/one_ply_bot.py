"""Looks one move ahead: tries each move in some tables as they could be, then plays at random."""

from hinterland.protocol.bot import ViewBot

WORLDS = 20


class OnePlyBot(ViewBot):
    def choose(self, view, moves):
        me = int(self.seat[1:]) - 1
        worlds = self.worlds(WORLDS)
        return max(moves, key=lambda move: sum(self.simulate(w, [move])[me] for w in worlds))


if __name__ == "__main__":
    OnePlyBot.main()
