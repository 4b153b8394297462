"""The shortest bot: `--bot "cmd:python examples/random_bot.py"`, or `py:random_bot:RandomBot`."""

from hinterland.protocol.bot import ViewBot


class RandomBot(ViewBot):
    def choose(self, view, moves):
        return self.random.choice(moves)


if __name__ == "__main__":
    RandomBot.main()
