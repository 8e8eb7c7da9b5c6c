/** Asks in the terminal. What is typed for a secret isn't shown. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Terminal } from './run-steps.ts'

/** Node's interface shows what is typed by writing it to its output. */
const hidden = new Writable({
  write(_chunk, _encoding, done) {
    done()
  },
})

/** Null at the end of the input, which is also the answer if this isn't a terminal. */
function readLine(question: string, isSecret: boolean): Promise<string | null> {
  if (!process.stdin.isTTY) return Promise.resolve(null)
  const output = isSecret ? hidden : process.stdout
  const lines = createInterface({ input: process.stdin, output, terminal: true, prompt: question })
  // Only now does the terminal not show by itself what is typed, so a secret isn't asked for earlier.
  if (isSecret) process.stdout.write(question.replace(/: $/, ' (not shown): '))
  else lines.prompt()
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => {
      if (isSecret) process.stdout.write('\n')
      resolve(null)
    })
  })
}

export const processTerminal: Terminal = {
  print: (line) => console.log(line),
  ask: (question, { isSecret }) => readLine(question, isSecret),
}
