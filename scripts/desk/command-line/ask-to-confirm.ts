import { createInterface } from 'node:readline/promises'
import { DeskError } from './exit-status.ts'

/** Null without a terminal, where nobody can be asked. */
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

/** Throws unless the editor answers “yes”. `isGiven` is the --yes option, which programs need. */
export async function askToConfirm(question: string, isGiven: boolean) {
  if (isGiven) return
  if (!askOnTerminal)
    throw new DeskError('Can’t ask without a terminal. Nothing was changed. Use --yes.')
  const answer = await askOnTerminal(`${question} Type “yes” to confirm:`)
  if (answer.trim().toLowerCase() !== 'yes') throw new DeskError('Nothing was changed.')
}

export const yesOption = { yes: { type: 'boolean', default: false } } as const
