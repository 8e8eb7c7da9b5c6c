/** The steps in which an issue is sent: starting, refilling the queue, and finishing. */
import { expireChunk, isClaimable, isSettled } from '../../src/domain/issue/chunk.ts'
import {
  canForgetAudience,
  canPruneAudience,
  isDue,
  pauseSending,
  pruneInterval,
  type Sending,
  type SendingProvider,
  startFreezing,
} from '../../src/domain/issue/sending.ts'
import { finishFreeze } from './drop-surplus.ts'
import {
  listChunksInOrder,
  type Range,
  readRange,
  readSending,
  type SendingStorage,
  writeChunk,
  writeRange,
  writeSending,
} from './sending-records.ts'

/** Milliseconds after which a queued message counts as lost. */
const messagePatience = 5 * 60_000

/** The maximum number of an issue's messages in the queue, so that a pause takes effect quickly. */
const maxQueued = 500

type AdvanceInput = {
  readonly provider: SendingProvider
  /** The secret that orders recipients, used if the issue starts now. */
  readonly orderKey: string
  /** Whether a due issue's stories are published. */
  readonly canStart: boolean
  /** Whether it's this turn to send to waiting recipients. */
  readonly isTurn: boolean
  readonly now: number
}

type Advance = {
  readonly sending: Sending
  /** Ranges whose recipients need to be frozen. */
  readonly ranges: readonly number[]
  /** Ranges whose addresses need to be removed. */
  readonly forgotten: readonly number[]
  /** Ranges from which to remove addresses that have left The Weekly's list. */
  readonly pruned: readonly number[]
  readonly chunks: readonly string[]
}

/** Runs the due steps, and returns the messages that belong in the queue. */
export function advanceSending(
  storage: SendingStorage,
  { provider, orderKey, canStart, isTurn, now }: AdvanceInput,
): Advance | null {
  let sending = readSending(storage)
  if (!sending) return null
  if (canStart && isDue(sending, now))
    sending = startFreezing({ ...sending, orderKey }, provider, now)
  sending = finishFreeze(storage, sending, now)
  const ranges =
    sending.state === 'freezing'
      ? queueRanges(storage, sending, now, ({ isFrozen }) => !isFrozen)
      : []
  const forgotten = canForgetAudience(sending, now)
    ? queueRanges(storage, sending, now, ({ isForgotten }) => !isForgotten)
    : []
  const pruned = canPruneAudience(sending, now)
    ? queueRanges(storage, sending, now, ({ prunedAt = 0 }) => now - prunedAt >= pruneInterval)
    : []
  const swept = sweepChunks(storage, sending, isTurn, now)
  return { ...swept, sending: writeSending(storage, swept.sending), ranges, forgotten, pruned }
}

function queueRanges(
  storage: SendingStorage,
  { ranges }: Sending,
  now: number,
  isDue: (range: Omit<Range, 'queuedAt'>) => boolean,
): number[] {
  const queued: number[] = []
  for (let range = 0; range < ranges && queued.length < maxQueued; range++) {
    const stored = readRange(storage, range)
    const isQueued = stored !== undefined && now - stored.queuedAt < messagePatience
    if (isQueued || !isDue(stored ?? { isFrozen: false })) continue
    writeRange(storage, range, { isFrozen: false, ...stored, queuedAt: now })
    queued.push(range)
  }
  return queued
}

/** Ends expired claims and calls, and completes the sending when nothing is left to do. */
function sweepChunks(storage: SendingStorage, before: Sending, isTurn: boolean, now: number) {
  const keyLifetime = before.provider?.keyLifetime ?? null
  let sending = before
  const chunks: string[] = []
  let inFlight = 0
  const counts = { unsettled: 0, refused: 0 }
  for (const [id, stored] of listChunksInOrder(storage)) {
    let chunk = expireChunk(stored, now)
    const isQueued = chunk.queuedAt !== null && now - chunk.queuedAt < messagePatience
    const isRunning = chunk.state === 'claimed' || chunk.state === 'calling'
    const isWaiting = isClaimable(chunk, now, keyLifetime)
    if (isRunning || (isWaiting && isQueued)) inFlight++
    else if (isWaiting && isTurn && sending.state === 'sending' && inFlight < maxQueued) {
      inFlight++
      chunk = { ...chunk, queuedAt: now }
      chunks.push(id)
    }
    if (chunk.state === 'refused') counts.refused++
    else if (!isSettled(chunk, now, keyLifetime)) counts.unsettled++
    sending = writeChunk(storage, sending, id, stored, chunk)
  }
  if (sending.state === 'sending' && counts.unsettled === 0) {
    sending =
      counts.refused > 0
        ? (pauseSending(sending, 'refusals') ?? sending)
        : { ...sending, state: 'finished', finishedAt: now }
  }
  return { sending, chunks }
}
