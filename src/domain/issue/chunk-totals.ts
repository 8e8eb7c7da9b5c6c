/** Counts recipients and emails by outcome, from the chunks. */
import type { DropName } from './audience.ts'
import { type Chunk, getRecipientEvents, getRecipientState } from './chunk.ts'

export type Totals = {
  readonly waiting: number
  readonly accepted: number
  readonly rejected: number
  readonly refused: number
  readonly unknown: number
  readonly dropped: Readonly<Partial<Record<DropName, number>>>
  readonly delivered: number
  readonly softBounces: number
  readonly hardBounces: number
  readonly complaints: number
}

export const noTotals: Totals = {
  waiting: 0,
  accepted: 0,
  rejected: 0,
  refused: 0,
  unknown: 0,
  dropped: {},
  delivered: 0,
  softBounces: 0,
  hardBounces: 0,
  complaints: 0,
}

const eventTotals = {
  delivered: 'delivered',
  softBounce: 'softBounces',
  hardBounce: 'hardBounces',
  complaint: 'complaints',
} as const

type MutableTotals = { -readonly [Name in keyof Totals]: Totals[Name] }

function countChunk(chunk: Chunk): Totals {
  const totals: MutableTotals = { ...noTotals }
  const dropped: Partial<Record<DropName, number>> = {}
  for (let position = 0; position < chunk.outcomes.length; position++) {
    const state = getRecipientState(chunk, position)
    if (typeof state === 'object') dropped[state.dropped] = (dropped[state.dropped] ?? 0) + 1
    else totals[state]++
    for (const kind of getRecipientEvents(chunk, position)) totals[eventTotals[kind]]++
  }
  return { ...totals, dropped }
}

/** Returns the totals after a change to one chunk. */
export function replaceInTotals(totals: Totals, before: Chunk | null, after: Chunk): Totals {
  const added = countChunk(after)
  const removed = before ? countChunk(before) : noTotals
  const dropped: Partial<Record<DropName, number>> = {}
  for (const counts of [totals.dropped, added.dropped])
    for (const [name, count] of Object.entries(counts) as [DropName, number][])
      dropped[name] = (dropped[name] ?? 0) + count
  for (const [name, count] of Object.entries(removed.dropped) as [DropName, number][])
    dropped[name] = (dropped[name] ?? 0) - count
  const change = (name: Exclude<keyof Totals, 'dropped'>) =>
    totals[name] + added[name] - removed[name]
  return {
    waiting: change('waiting'),
    accepted: change('accepted'),
    rejected: change('rejected'),
    refused: change('refused'),
    unknown: change('unknown'),
    delivered: change('delivered'),
    softBounces: change('softBounces'),
    hardBounces: change('hardBounces'),
    complaints: change('complaints'),
    dropped,
  }
}
