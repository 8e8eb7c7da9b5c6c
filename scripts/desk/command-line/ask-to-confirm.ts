import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { DeskError } from './exit-status.ts'

/** Null without a terminal, because the question can't be asked. */
export const askOnTerminal = process.stdin.isTTY
  ? async (question: string): Promise<string> => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await terminal.question(`${question} `)
      } finally {
        terminal.close()
      }
    }
  : null

/** Hides what is typed. Without a terminal, returns what another program sends. */
export async function askForSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  process.stderr.write(`${question} `)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** Throws unless the editor answers “yes”. `isGiven` is the --yes option, which scripts need. */
export async function askToConfirm(question: string, isGiven: boolean) {
  if (isGiven) return
  if (!askOnTerminal)
    throw new DeskError(
      'Can’t ask for confirmation without a terminal. Nothing was changed. To skip the question, add --yes.',
    )
  const answer = await askOnTerminal(`${question} Type “yes” to confirm:`)
  if (answer.trim().toLowerCase() !== 'yes') throw new DeskError('Nothing was changed.')
}

export const yesOption = { yes: { type: 'boolean', default: false } } as const
