#!/usr/bin/env node
// A bot in another language, without dependencies: `--bot "cmd:node examples/node_bot.js"`.
//
// It knows the rules of no game and remembers nothing. A `hinterland engine` of its own (the words
// after the script's name start another one) follows the game; at each decision this program asks
// it for the view and the legal moves, and `choose` decides on these alone.
'use strict'

const { spawn } = require('node:child_process')
const readline = require('node:readline')

function choose(view, moves) {
  const bold = moves.filter((move) => !['pass', 'fold', 'check'].includes(move.kind))
  const among = bold.length > 0 ? bold : moves
  return among[Math.floor(Math.random() * among.length)].move
}

const [program, ...args] = process.argv.length > 2 ? process.argv.slice(2) : ['hinterland', 'engine']
const engine = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = []
let answer = []

readline.createInterface({ input: engine.stdout }).on('line', (line) => {
  if (line !== '') return answer.push(line)
  waiting.shift()(answer.join('\n'))
  answer = []
})
engine.on('error', (error) => fail(error.message))
engine.on('exit', (code) => process.exit(code ?? 1))

function fail(message) {
  process.stderr.write(`node_bot: ${message}\n`)
  process.exit(1)
}

// The engine's whole answer to a line that it does answer.
function ask(line) {
  return new Promise((resolve) => {
    waiting.push(resolve)
    engine.stdin.write(`${line}\n`)
  })
}

// The answer to a question of this bot's own; throws the engine's refusal.
async function look(line) {
  const text = await ask(line)
  if (text.startsWith('?')) throw new Error(text.slice(2))
  return text.slice(2)
}

async function genmove(seat) {
  const view = JSON.parse(await look(`view ${seat} json`))
  const moves = JSON.parse(await look(`legal_moves ${seat} json`))
  const move = choose(view, moves)
  await look(`play ${seat} ${move}`)
  return move
}

async function respond(line) {
  const words = line.replace(/#.*/, '').trim().split(/\s+/)
  const id = /^\d+$/.test(words[0]) ? words.shift() : ''
  if (words.length === 0 || words[0] === '') return
  let said
  if (words[0] === 'genmove' && words.length === 2) {
    said = await genmove(words[1]).then((move) => `=${id} ${move}`, (error) => `?${id} ${error.message}`)
  } else if (words[0] === 'name') {
    said = `=${id} node_bot`
  } else {
    said = await ask(line)
  }
  process.stdout.write(`${said}\n\n`)
}

// One line after the other, as they come.
let last = Promise.resolve()
readline
  .createInterface({ input: process.stdin })
  .on('line', (line) => { last = last.then(() => respond(line)).catch((error) => fail(error.message)) })
  .on('close', () => { last = last.then(() => engine.stdin.end()) })
