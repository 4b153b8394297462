// Drives an engine with @sabaki/gtp: a whole game, a streamed analysis, an interrupt, an end.
// Arguments: the engine's command. Prints one line of JSON with what happened.
'use strict'

const { Controller, Command } = require('@sabaki/gtp')

const [path, ...args] = process.argv.slice(2)
const controller = new Controller(path, args)
const order = []

function send(text, subscriber) {
  return controller.sendCommand(Command.fromString(text), subscriber)
}

async function ask(text) {
  const { id, error, content } = await send(text)
  order.push(text)
  if (error) throw new Error(`${text}: ${content}`)
  if (id !== null && id !== Command.fromString(text).id) throw new Error(`${text}: id ${id}`)
  return content
}

async function wholeGame() {
  const moves = []
  await ask('1 newgame leduc seed=7')
  await ask('set_limit iterations=50')
  for (;;) {
    const mover = await ask('to_move')
    if (mover === 'over') return { moves, score: await ask('final_score') }
    moves.push(`${mover} ${await ask(`genmove ${mover}`)}`)
  }
}

async function analysis() {
  await ask('newgame kuhn seed=7')
  await ask('referee chance')
  const lines = []
  const answered = send('analyze p1 interval 10', ({ line }) => {
    lines.push(line)
    if (lines.length === 4) controller.process.stdin.write('\n')
  })
  const { error, content } = await answered
  return { error, lines, content }
}

async function interrupt() {
  await ask('set_limit ms=100000')
  const started = Date.now()
  const answered = send('reg_genmove p1')
  const next = send('to_move')
  await new Promise((resolve) => setTimeout(resolve, 100))
  controller.process.stdin.write('# interrupt\n')
  const { error, content } = await answered
  return { error, content, ms: Date.now() - started, next: (await next).content }
}

async function refusal() {
  const { error, content } = await send('boardsize 19')
  return { error, content }
}

async function main() {
  controller.start()
  const commands = (await ask('list_commands')).split('\n')
  const found = {
    name: await ask('name'),
    commands,
    game: await wholeGame(),
    analysis: await analysis(),
    interrupt: await interrupt(),
    refusal: await refusal(),
  }
  await controller.stop()
  console.log(JSON.stringify({ ...found, stopped: controller.process === null }))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
