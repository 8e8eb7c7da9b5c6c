/**
 * A chunk contains the recipients of one call to the email provider. Nobody gets a second copy, because a call with an
 * unknown outcome is repeated only with the same recipients, and only if the provider detects duplicates. Times are in
 * milliseconds.
 */
import { minute } from '../duration.ts'
import type { DropName } from './audience.ts'
import {
  applyReport,
  type Drops,
  dropWaiting,
  formatOutcome,
  mapOutcomes,
  type Outcome,
  readOutcome,
  readOutcomes,
} from './chunk-outcomes.ts'
import type { IssueVersion } from './issue-email.ts'

/** Milliseconds after which a consumer that hasn't begun its call is assumed to have stopped. */
export const claimLease = 2 * minute

/** The lease is longer than the adapters' timeouts. */
export const callLease = 5 * minute

/** The time in which events may settle a call whose response was lost. */
export const settlingTime = 30 * minute

type ChunkState = 'open' | 'claimed' | 'calling' | 'done' | 'refused' | 'unknown'

export type Chunk = {
  readonly version: IssueVersion
  /** The key that determines the order in which chunks are sent. */
  readonly order: string
  readonly state: ChunkState
  /** The recipients' outcomes, as encoded in chunk-outcomes.ts. */
  readonly outcomes: string
  /** One hexadecimal digit per recipient: the sum of `eventBits`. */
  readonly events: string
  /** The number of claims so far; a response to an earlier one is outdated. */
  readonly attempt: number
  /** The provider account that was called last. */
  readonly account: string | null
  /** The attempt that determined the call's recipients, which is part of the provider's key. */
  readonly call: number | null
  /** When the claim or the call expires. */
  readonly expiresAt: number | null
  /** When the first call with an unknown outcome began. */
  readonly unknownSince: number | null
  readonly repeats: number
  /** The earliest time at which an unknown call is repeated. Null means never, because a recipient has left. */
  readonly repeatAt: number | null
  readonly queuedAt: number | null
}

export const createChunk = (version: IssueVersion, size: number, order: string): Chunk => ({
  version,
  order,
  state: 'open',
  outcomes: formatOutcome('waiting').repeat(size),
  events: '0'.repeat(size),
  attempt: 0,
  account: null,
  call: null,
  expiresAt: null,
  unknownSince: null,
  repeats: 0,
  repeatAt: 0,
  queuedAt: null,
})

/** Drops recipients before anything is sent to them. */
export const dropFromChunk = (chunk: Chunk, drops: Drops): Chunk =>
  finishIfSettled({ ...chunk, outcomes: dropWaiting(chunk.outcomes, drops, 'waiting') })

/** Null if the provider doesn't detect duplicates. */
export type KeyLifetime = number | null

/** Keys are used for slightly less time than they are valid. */
const canStillRepeat = ({ unknownSince, repeatAt }: Chunk, now: number, keyLifetime: KeyLifetime) =>
  unknownSince !== null &&
  repeatAt !== null &&
  keyLifetime !== null &&
  now < unknownSince + keyLifetime * 0.95

/** A call without a response in time has an unknown outcome, whereas a claim without a call has sent nothing. */
export function expireChunk(chunk: Chunk, now: number): Chunk {
  if (chunk.expiresAt === null || now < chunk.expiresAt) return chunk
  return chunk.state === 'calling' ? loseAnswer(chunk, now) : releaseChunk(chunk)
}

/** Releases a claim before its call. */
export function releaseChunk(chunk: Chunk): Chunk {
  if (chunk.state !== 'claimed') return chunk
  const state = chunk.unknownSince === null ? 'open' : 'unknown'
  return { ...chunk, state, expiresAt: null, queuedAt: null }
}

export function isClaimable(chunk: Chunk, now: number, keyLifetime: KeyLifetime): boolean {
  if (chunk.state === 'open') return true
  return (
    chunk.state === 'unknown' &&
    now >= (chunk.repeatAt ?? 0) &&
    canStillRepeat(chunk, now, keyLifetime)
  )
}

/**
 * Whether an account may repeat a call: only the account that received it detects the duplicate, and another account
 * would send the emails again.
 */
export const isCallableBy = (chunk: Chunk, account: string) =>
  chunk.unknownSince === null || chunk.account === account

/** Whether the chunk won't change any further by itself. */
export function isSettled(chunk: Chunk, now: number, keyLifetime: KeyLifetime): boolean {
  if (chunk.state === 'done') return true
  if (chunk.state !== 'unknown') return false
  return !canStillRepeat(chunk, now, keyLifetime) && now >= (chunk.unknownSince ?? 0) + settlingTime
}

export const claimChunk = (chunk: Chunk, account: string, now: number): Chunk => ({
  ...chunk,
  account,
  state: 'claimed',
  attempt: chunk.attempt + 1,
  expiresAt: now + claimLease,
})

/**
 * The last step before the call. Null if the claim is outdated. The chunk is `done` if no recipient is left. A repeated
 * call needs the same recipients as the first, because the provider would refuse its key otherwise. If one of them has
 * left, the chunk stays `unknown`, because the first call may never have arrived.
 */
export function startCall(
  chunk: Chunk,
  { attempt, drops, now }: { attempt: number; drops: Drops; now: number },
): Chunk | null {
  const isCurrent = chunk.state === 'claimed' && chunk.attempt === attempt
  if (!isCurrent || now >= (chunk.expiresAt ?? 0)) return null
  const calling = { ...chunk, state: 'calling', expiresAt: now + callLease } as const
  if (chunk.unknownSince !== null) {
    const left = new Set(drops.map(([position]) => position))
    const hasLeft = listCalled(chunk).some((position) => left.has(position))
    return hasLeft ? { ...chunk, state: 'unknown', expiresAt: null, repeatAt: null } : calling
  }
  const outcomes = dropWaiting(chunk.outcomes, drops, 'called')
  return finishIfSettled({ ...calling, outcomes, call: attempt })
}

/** Lists the recipients of the call that has begun. */
export const listCalled = (chunk: Chunk): number[] =>
  readOutcomes(chunk.outcomes).flatMap((outcome, position) =>
    outcome === 'called' || outcome === 'proven' || outcome === 'failed' ? [position] : [],
  )

export type CallOutcome =
  | {
      readonly kind: 'accepted'
      readonly rejected: readonly number[]
      /** Positions of emails not sent yet, because the provider limits the rate. */
      readonly postponed: readonly number[]
    }
  /** Nothing was sent. */
  | { readonly kind: 'throttled' | 'refused' }
  | { readonly kind: 'unknown' }

/** Responses may arrive late or twice. */
export function settleCall(
  chunk: Chunk,
  { attempt, outcome, now }: { attempt: number; outcome: CallOutcome; now: number },
): Chunk {
  if (chunk.call === null || attempt < chunk.call) return chunk
  if (outcome.kind === 'accepted') return acceptCall(chunk, outcome)
  // Only the newest attempt can report that nothing was sent, and only if no earlier attempt may have sent anything.
  const isCurrent = chunk.state === 'calling' && attempt === chunk.attempt
  if (!isCurrent) return chunk
  if (outcome.kind === 'unknown' || chunk.unknownSince !== null) return loseAnswer(chunk, now)
  return {
    ...forgetCall(chunk, (outcome) => (outcome === 'called' ? 'waiting' : outcome)),
    state: outcome.kind === 'refused' ? 'refused' : 'open',
  }
}

function acceptCall(
  chunk: Chunk,
  { rejected, postponed }: Extract<CallOutcome, { kind: 'accepted' }>,
): Chunk {
  return finishIfSettled(
    forgetCall(chunk, (outcome, position) => {
      if (outcome !== 'called') return outcome
      if (rejected.includes(position)) return 'rejected'
      return postponed.includes(position) ? 'waiting' : 'accepted'
    }),
  )
}

/** Ends the call. A later call with a new key sends to the recipients who are still waiting. */
function forgetCall(chunk: Chunk, map: (outcome: Outcome, position: number) => Outcome): Chunk {
  return {
    ...chunk,
    state: 'open',
    outcomes: mapOutcomes(chunk.outcomes, (outcome, position) => {
      if (outcome === 'proven') return 'accepted'
      return outcome === 'failed' ? 'rejected' : map(outcome, position)
    }),
    call: null,
    expiresAt: null,
    unknownSince: null,
    repeats: 0,
    queuedAt: null,
  }
}

const longestRepeatDelay = 60 * minute

function loseAnswer(chunk: Chunk, now: number): Chunk {
  return finishIfSettled({
    ...chunk,
    state: 'unknown',
    expiresAt: null,
    unknownSince: chunk.unknownSince ?? (chunk.expiresAt ?? now + callLease) - callLease,
    repeats: chunk.repeats + 1,
    repeatAt: now + Math.min(longestRepeatDelay, 2 ** chunk.repeats * minute),
    queuedAt: null,
  })
}

const finishIfSettled = (chunk: Chunk): Chunk =>
  readOutcomes(chunk.outcomes).some((outcome) => outcome === 'waiting' || outcome === 'called')
    ? chunk
    : { ...forgetCall(chunk, (outcome) => outcome), state: 'done' }

/** Call this after an editor has decided to continue. A refused call has sent nothing. */
export const reopenRefused = (chunk: Chunk): Chunk =>
  chunk.state === 'refused' ? { ...chunk, state: 'open' } : chunk

export const eventBits = { delivered: 1, softBounce: 2, hardBounce: 4, complaint: 8 } as const
export type EventKind = keyof typeof eventBits

/** `failed`: the provider accepted the email, but didn't send it. */
export type ReportKind = EventKind | 'failed'

/**
 * Records a report, in any order and any number of times. Each report shows that the provider accepted the email,
 * whatever the response to the call was; and any report except `failed` shows that sending it hasn't failed.
 */
export function recordEvent(chunk: Chunk, position: number, kind: ReportKind): Chunk {
  // An event before the first call belongs to another system, such as a rehearsal with the same account.
  if (chunk.outcomes[position] === undefined || chunk.attempt === 0) return chunk
  if (kind === 'failed' && getRecipientEvents(chunk, position).length > 0) return chunk
  const bit = kind === 'failed' ? 0 : eventBits[kind]
  const events = Array.from(chunk.events, (digit, index) =>
    index === position ? (Number.parseInt(digit, 16) | bit).toString(16) : digit,
  ).join('')
  const outcomes = mapOutcomes(chunk.outcomes, (outcome, index) =>
    index === position ? applyReport(outcome, kind === 'failed') : outcome,
  )
  const recorded = { ...chunk, events, outcomes }
  return chunk.state === 'done' || chunk.state === 'claimed' || chunk.state === 'calling'
    ? recorded
    : finishIfSettled(recorded)
}

export type RecipientState =
  | 'waiting'
  | 'accepted'
  | 'rejected'
  | 'refused'
  | 'unknown'
  | { readonly dropped: DropName }

export function getRecipientState(chunk: Chunk, position: number): RecipientState {
  const stored = chunk.outcomes[position]
  const outcome = stored === undefined ? 'waiting' : readOutcome(stored)
  switch (outcome) {
    case 'waiting':
      return chunk.state === 'refused' ? 'refused' : 'waiting'
    case 'called':
      return chunk.unknownSince === null ? 'waiting' : 'unknown'
    case 'proven':
      return 'accepted'
    case 'failed':
      return 'rejected'
    default:
      return outcome
  }
}

export function getRecipientEvents(chunk: Chunk, position: number): readonly EventKind[] {
  const digit = Number.parseInt(chunk.events[position] ?? '0', 16)
  return (Object.keys(eventBits) as EventKind[]).filter((kind) => (digit & eventBits[kind]) !== 0)
}
