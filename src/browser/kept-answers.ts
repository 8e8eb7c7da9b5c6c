/**
 * A reader's answers as this device keeps them: for pages that want them before any server could
 * answer. Of a guest, it is the only place where they are; of a reader with an account, a copy of
 * what was last known.
 *
 *     localStorage.preferences = {"of":"account","checkedAt":1790000000000,"changedAt":0,"answers":{…}}
 *     localStorage.history = "1"    while the account keeps what its reader reads
 *
 * Anybody may have written there, and an earlier version of this site may have, so it is read with
 * care. What is kept of an account is not for whoever comes after its reader: it goes when they sign
 * out (features/account/forget-device.ts), while what a guest has answered goes into their account.
 */
import {
  type Answers,
  noAnswers,
  readingGoals,
  weeklyLeads,
  welcomeSteps,
} from '../domain/answers.ts'
import { keepOnDevice, readFromDevice, removeFromDevice } from './device-storage.ts'

/** Both personal: whoever signs out leaves neither behind. */
export const answersKey = 'preferences'
export const historyKey = 'history'

export type KeptAnswers = {
  readonly of: 'device' | 'account'
  readonly answers: Answers
  /** When the server last said so; 0 where it never did. Milliseconds, as is the next. */
  readonly checkedAt: number
  /** When the reader last changed something here. */
  readonly changedAt: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Slugs of whatever kind: one that names nothing any more finds nothing, and does no harm. */
const slugs = <Slug extends string>(value: unknown): readonly Slug[] =>
  Array.isArray(value)
    ? value.filter(
        (item): item is Slug => typeof item === 'string' && /^[a-zA-Z0-9-]{1,120}$/.test(item),
      )
    : []

const oneOf = <Value>(values: readonly Value[], value: unknown): Value | null =>
  values.find((candidate) => candidate === value) ?? null

const time = (value: unknown) => (typeof value === 'number' && value > 0 ? value : 0)

/** Null for what is not ours; never throws. */
export function parseKeptAnswers(stored: string | null): KeptAnswers | null {
  let found: unknown
  try {
    found = JSON.parse(stored ?? '')
  } catch {
    return null
  }
  if (!isRecord(found) || !isRecord(found.answers)) return null
  const of = oneOf(['device', 'account'] as const, found.of)
  if (!of) return null
  const { answers } = found
  const welcome = isRecord(answers.welcome) ? answers.welcome : {}
  const weekly = isRecord(answers.weekly) ? answers.weekly : {}
  return {
    of,
    checkedAt: time(found.checkedAt),
    changedAt: time(found.changedAt),
    answers: {
      categories: slugs(answers.categories),
      tags: slugs(answers.tags),
      authors: slugs(answers.authors),
      goal: oneOf(readingGoals, answers.goal),
      keepsHistory: answers.keepsHistory === true,
      welcome: { step: oneOf(welcomeSteps, welcome.step), finished: welcome.finished === true },
      weekly: {
        wanted: weekly.wanted === true,
        leadsWith: oneOf(weeklyLeads, weekly.leadsWith) ?? noAnswers.weekly.leadsWith,
      },
    },
  }
}

export function readKeptAnswers(): KeptAnswers | null {
  return parseKeptAnswers(readFromDevice(answersKey))
}

/** Of whoever reads here, as the page knows it. */
export const isGuest = () => document.documentElement.dataset.reader === 'guest'

/** What the reader of this page has answered, as far as this device knows. */
export function ownAnswers(): Answers | null {
  const kept = readKeptAnswers()
  return kept && (kept.of === 'device' || !isGuest()) ? kept.answers : null
}

/** Whether they were kept. */
export function keepAnswers(kept: KeptAnswers): boolean {
  const isHistoryKept = kept.of === 'account' && kept.answers.keepsHistory
  if (isHistoryKept) keepOnDevice(historyKey, '1')
  else removeFromDevice(historyKey)
  return keepOnDevice(answersKey, JSON.stringify(kept))
}

/** Milliseconds after which a signed-in reader's copy is looked up anew. */
const dueAfter = 24 * 60 * 60 * 1000

/** Whether a signed-in reader's copy is missing, old, or still a guest's. */
export function areAnswersDue(kept: KeptAnswers | null, now: number): boolean {
  return kept?.of !== 'account' || now - kept.checkedAt > dueAfter
}
