import { createInterface } from 'node:readline/promises'
import { DeskError } from './exit-status.ts'

/** Throws unless the editor answers “yes”. `isGiven` is the --yes option, which programs need. */
export async function askToConfirm(question: string, isGiven: boolean) {
  if (isGiven) return
  if (!process.stdin.isTTY)
    throw new DeskError('Nothing was done: nobody is there to confirm it. Use --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${question} Type “yes” to confirm: `)
    if (answer.trim().toLowerCase() !== 'yes') throw new DeskError('Nothing was done.')
  } finally {
    terminal.close()
  }
}

export const yesOption = { yes: { type: 'boolean', default: false } } as const
