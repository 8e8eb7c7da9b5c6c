/**
 * What the Durable Object of an issue stores. Each function is atomic: no other call runs in between, and its
 * writes are stored together or not at all. All are safe to repeat.
 */
import { type AudienceCounts, planChunks } from '../../src/domain/issue/audience.ts'
import {
  type CallOutcome,
  type Chunk,
  claimChunk,
  createChunk,
  type Drops,
  expireChunk,
  getRecipientEvents,
  getRecipientState,
  isCallableBy,
  isClaimable,
  isSettled,
  listCalled,
  type ReportKind,
  recordEvent,
  releaseChunk,
  reopenRefused,
  settleCall,
  startCall,
} from '../../src/domain/issue/chunk.ts'
import { replaceInTotals } from '../../src/domain/issue/chunk-totals.ts'
import {
  type Approval,
  addRange,
  applyBreaker,
  approveSending,
  cancelSending,
  canForgetAudience,
  canPruneAudience,
  finishFreezing,
  getCallDelay,
  isDue,
  learnFromCall,
  type PauseReason,
  pauseSending,
  pruneInterval,
  reserveCall,
  resumeSending,
  type Sending,
  type SendingProvider,
  scheduleSending,
  startFreezing,
} from '../../src/domain/issue/sending.ts'

export type SendingStorage = {
  get<Value>(key: string): Value | undefined
  put<Value>(key: string, value: Value): void
  list<Value>(options: { prefix: string }): Iterable<[string, Value]>
}

const sendingKey = 'sending'
const chunkPrefix = 'chunk '
const rangePrefix = 'range '

/** Times are milliseconds. */
type Range = {
  readonly queuedAt: number
  readonly isFrozen: boolean
  readonly isForgotten?: boolean
  readonly prunedAt?: number
}

/** Milliseconds after which a message of the queue counts as lost. */
const messagePatience = 5 * 60_000

/** Of an issue on the queue at the same time, so that a pause needs no waiting. */
const maxQueued = 500

const readSending = (storage: SendingStorage) => storage.get<Sending>(sendingKey) ?? null

function writeSending(storage: SendingStorage, sending: Sending): Sending {
  storage.put(sendingKey, sending)
  return sending
}

function* listChunks(storage: SendingStorage): Iterable<[id: string, chunk: Chunk]> {
  for (const [key, chunk] of storage.list<Chunk>({ prefix: chunkPrefix }))
    yield [key.slice(chunkPrefix.length), chunk]
}

/** Keeps the totals equal to the sum of the chunks. */
function writeChunk(
  storage: SendingStorage,
  sending: Sending,
  id: string,
  before: Chunk | null,
  after: Chunk,
): Sending {
  if (before === after) return sending
  storage.put(chunkPrefix + id, after)
  return { ...sending, totals: replaceInTotals(sending.totals, before, after) }
}

const keyLifetime = ({ provider }: Sending) => provider?.keyLifetime ?? null

export const sendingCommands = {
  read: (storage: SendingStorage): Sending | null => readSending(storage),

  approve(storage: SendingStorage, { approval, now }: { approval: Approval; now: number }) {
    const approved = approveSending(readSending(storage), approval, now)
    return approved && writeSending(storage, approved)
  },

  schedule: (storage: SendingStorage, { sendAt }: { sendAt: number }) =>
    changeSending(storage, (sending) => scheduleSending(sending, sendAt)),

  pause: (storage: SendingStorage, { reason }: { reason: PauseReason }) =>
    changeSending(storage, (sending) => pauseSending(sending, reason)),

  resume: (storage: SendingStorage, { now }: { now: number }) =>
    changeSending(storage, (paused) => {
      const resumed = resumeSending(paused, now)
      if (!resumed) return null
      let sending = resumed
      // Messages that arrived during the pause are gone.
      for (const [id, chunk] of listChunks(storage))
        sending = writeChunk(storage, sending, id, chunk, {
          ...reopenRefused(chunk),
          queuedAt: null,
        })
      return sending
    }),

  cancel: (storage: SendingStorage, { now }: { now: number }) =>
    changeSending(storage, (sending) => cancelSending(sending, now)),

  /** Does what is due, and says what belongs on the queue. */
  advance(
    storage: SendingStorage,
    { provider, canStart, isTurn, now }: AdvanceInput,
  ): Advance | null {
    let sending = readSending(storage)
    if (!sending) return null
    if (canStart && isDue(sending, now)) sending = startFreezing(sending, provider, now)
    sending = finishFreezing(sending, now)
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
  },

  recordRange(
    storage: SendingStorage,
    { range, counts, now }: { range: number; counts: AudienceCounts; now: number },
  ): Sending | null {
    const sending = readSending(storage)
    if (!sending?.provider || range >= sending.ranges) return sending
    const key = `${rangePrefix}${range}`
    if (storage.get<Range>(key)?.isFrozen) return sending
    storage.put<Range>(key, { queuedAt: now, isFrozen: true })
    let frozen = addRange(sending, counts)
    for (const { id, version, size } of planChunks(
      range,
      counts.recipients,
      sending.provider.batchSize,
    ))
      frozen = writeChunk(storage, frozen, id, null, createChunk(version, size))
    return writeSending(storage, finishFreezing(frozen, now))
  },

  recordForgotten(storage: SendingStorage, { range }: { range: number }): void {
    const sending = readSending(storage)
    const key = `${rangePrefix}${range}`
    const stored = storage.get<Range>(key)
    if (!sending || !stored || stored.isForgotten) return
    storage.put<Range>(key, { ...stored, isForgotten: true })
    writeSending(storage, { ...sending, forgottenRanges: sending.forgottenRanges + 1 })
  },

  recordPruned(storage: SendingStorage, { range, now }: { range: number; now: number }): void {
    const key = `${rangePrefix}${range}`
    const stored = storage.get<Range>(key)
    if (stored) storage.put<Range>(key, { ...stored, prunedAt: now })
  },

  claim(storage: SendingStorage, { id, provider, account, now }: ClaimRequest): ClaimAnswer {
    const sending = readSending(storage)
    const stored = storage.get<Chunk>(chunkPrefix + id)
    if (!sending?.provider || !sending.freezeStartedAt || !stored) return { kind: 'nothing' }
    if (sending.provider.name !== provider) {
      writeSending(storage, pauseSending(sending, 'provider') ?? sending)
      return { kind: 'nothing' }
    }
    const chunk = expireChunk(stored, now)
    const delay = getCallDelay(sending, now)
    const isDue = isClaimable(chunk, now, keyLifetime(sending)) && isCallableBy(chunk, account)
    if (delay === null || !isDue) return { kind: 'nothing' }
    if (delay > 0) return { kind: 'wait', delay }
    const claimed = claimChunk(chunk, account, now)
    const reserved = reserveCall(sending, chunk.outcomes.length, now)
    writeSending(storage, writeChunk(storage, reserved, id, stored, claimed))
    return {
      kind: 'claimed',
      attempt: claimed.attempt,
      size: claimed.outcomes.length,
      batchSize: sending.provider.batchSize,
      revision: sending.revision,
      linksIssuedAt: sending.freezeStartedAt,
    }
  },

  /** Null if the call must not be made. */
  start(
    storage: SendingStorage,
    { id, attempt, drops, now }: { id: string; attempt: number; drops: Drops; now: number },
  ): StartedCall | null {
    const sending = readSending(storage)
    const stored = storage.get<Chunk>(chunkPrefix + id)
    if (!sending || !stored) return null
    const started = sending.state === 'sending' ? startCall(stored, { attempt, drops, now }) : null
    const isOwnClaim = stored.state === 'claimed' && stored.attempt === attempt
    const chunk = started ?? (isOwnClaim ? releaseChunk(stored) : stored)
    writeSending(storage, writeChunk(storage, sending, id, stored, chunk))
    if (started?.state !== 'calling') return null
    return { positions: listCalled(started), call: started.call ?? attempt }
  },

  settle(
    storage: SendingStorage,
    { id, attempt, outcome, retryAfter, now }: Settlement,
  ): Sending | null {
    const sending = readSending(storage)
    const stored = storage.get<Chunk>(chunkPrefix + id)
    if (!sending || !stored) return sending
    const chunk = settleCall(stored, { attempt, outcome, now })
    if (chunk === stored) return sending
    const settled = writeChunk(storage, sending, id, stored, chunk)
    return writeSending(storage, applyBreaker(learnFromCall(settled, outcome, retryAfter, now)))
  },

  recordEvents(storage: SendingStorage, { events }: { events: readonly RecipientEvent[] }): void {
    let sending = readSending(storage)
    if (!sending) return
    for (const { chunk: id, position, kind } of events) {
      const stored = storage.get<Chunk>(chunkPrefix + id)
      if (stored)
        sending = writeChunk(storage, sending, id, stored, recordEvent(stored, position, kind))
    }
    writeSending(storage, applyBreaker(sending))
  },

  find(storage: SendingStorage, { id, position }: { id: string; position: number }) {
    const chunk = storage.get<Chunk>(chunkPrefix + id)
    if (!chunk) return null
    return {
      state: getRecipientState(chunk, position),
      events: getRecipientEvents(chunk, position),
    }
  },
}

type AdvanceInput = {
  readonly provider: SendingProvider
  /** Whether the stories of an issue that is due are published. */
  readonly canStart: boolean
  /** Whether readers who wait can be sent to. */
  readonly isTurn: boolean
  readonly now: number
}

export type Advance = {
  readonly sending: Sending
  /** To freeze. */
  readonly ranges: readonly number[]
  /** To remove the addresses from. */
  readonly forgotten: readonly number[]
  /** To remove the addresses from whose entries were deleted. */
  readonly pruned: readonly number[]
  readonly chunks: readonly string[]
}

type ClaimRequest = {
  readonly id: string
  readonly provider: string
  readonly account: string
  readonly now: number
}

export type ClaimAnswer =
  | { readonly kind: 'nothing' }
  /** Milliseconds. */
  | { readonly kind: 'wait'; readonly delay: number }
  | {
      readonly kind: 'claimed'
      readonly attempt: number
      readonly size: number
      readonly batchSize: number
      readonly revision: string
      readonly linksIssuedAt: number
    }

export type StartedCall = {
  readonly positions: readonly number[]
  /** With the chunk's id it names the call: a repeat has the same. */
  readonly call: number
}

type Settlement = {
  readonly id: string
  readonly attempt: number
  readonly outcome: CallOutcome
  /** Milliseconds; null if the provider didn't say. */
  readonly retryAfter: number | null
  readonly now: number
}

export type RecipientEvent = {
  readonly chunk: string
  readonly position: number
  readonly kind: ReportKind
}

function changeSending(
  storage: SendingStorage,
  change: (sending: Sending) => Sending | null,
): Sending | null {
  const sending = readSending(storage)
  const changed = sending && change(sending)
  return changed && writeSending(storage, changed)
}

function queueRanges(
  storage: SendingStorage,
  { ranges }: Sending,
  now: number,
  isDue: (range: Omit<Range, 'queuedAt'>) => boolean,
): number[] {
  const queued: number[] = []
  for (let range = 0; range < ranges && queued.length < maxQueued; range++) {
    const key = `${rangePrefix}${range}`
    const stored = storage.get<Range>(key)
    const isQueued = stored !== undefined && now - stored.queuedAt < messagePatience
    if (isQueued || !isDue(stored ?? { isFrozen: false })) continue
    storage.put<Range>(key, { isFrozen: false, ...stored, queuedAt: now })
    queued.push(range)
  }
  return queued
}

/** Ends expired claims and calls, and the sending when nothing is left to do. */
function sweepChunks(storage: SendingStorage, before: Sending, isTurn: boolean, now: number) {
  let sending = before
  const chunks: string[] = []
  let inFlight = 0
  const counts = { unsettled: 0, refused: 0 }
  for (const [id, stored] of listChunks(storage)) {
    let chunk = expireChunk(stored, now)
    const isQueued = chunk.queuedAt !== null && now - chunk.queuedAt < messagePatience
    const isRunning = chunk.state === 'claimed' || chunk.state === 'calling'
    const isWaiting = isClaimable(chunk, now, keyLifetime(sending))
    if (isRunning || (isWaiting && isQueued)) inFlight++
    else if (isWaiting && isTurn && sending.state === 'sending' && inFlight < maxQueued) {
      inFlight++
      chunk = { ...chunk, queuedAt: now }
      chunks.push(id)
    }
    if (chunk.state === 'refused') counts.refused++
    else if (!isSettled(chunk, now, keyLifetime(sending))) counts.unsettled++
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

export type SendingCommands = typeof sendingCommands
export type SendingCommandName = keyof SendingCommands
