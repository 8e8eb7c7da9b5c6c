/**
 * The commands of an issue's Durable Object. Each command is atomic: no other call runs at the same time, and its
 * writes are stored together or not at all. All are safe to repeat.
 */
import { type AudienceCounts, planChunks } from '../../src/domain/issue/audience.ts'
import {
  type CallOutcome,
  claimChunk,
  createChunk,
  expireChunk,
  getRecipientEvents,
  getRecipientState,
  isCallableBy,
  isClaimable,
  listCalled,
  type ReportKind,
  recordEvent,
  releaseChunk,
  reopenRefused,
  settleCall,
  startCall,
} from '../../src/domain/issue/chunk.ts'
import type { Drops } from '../../src/domain/issue/chunk-outcomes.ts'
import type { IssueVersion } from '../../src/domain/issue/issue-email.ts'
import {
  type Approval,
  addRange,
  applyBreaker,
  approveSending,
  cancelSending,
  getCallDelay,
  learnFromCall,
  type PauseReason,
  pauseSending,
  reserveCall,
  resumeSending,
  type Sending,
  scheduleSending,
} from '../../src/domain/issue/sending.ts'
import { advanceSending } from './advance-sending.ts'
import { countFailure } from './count-failure.ts'
import { finishFreeze } from './drop-surplus.ts'
import type { RecipientKeys } from './recipient-keys.ts'
import {
  listChunks,
  readChunk,
  readRange,
  readSending,
  type SendingStorage,
  writeChunk,
  writeChunkKeys,
  writeNewcomers,
  writeRange,
  writeSending,
} from './sending-records.ts'

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
      // Messages that arrived during the pause were dropped.
      for (const [id, chunk] of listChunks(storage))
        sending = writeChunk(storage, sending, id, chunk, {
          ...reopenRefused(chunk),
          queuedAt: null,
        })
      return sending
    }),

  cancel: (storage: SendingStorage, { now }: { now: number }) =>
    changeSending(storage, (sending) => cancelSending(sending, now)),

  advance: advanceSending,

  recordRange(storage: SendingStorage, { range, counts, keys, now }: FrozenRange): Sending | null {
    const sending = readSending(storage)
    if (!sending?.provider || range >= sending.ranges) return sending
    if (readRange(storage, range)?.isFrozen) return sending
    writeRange(storage, range, { queuedAt: now, isFrozen: true })
    let frozen = addRange(sending, counts)
    const planned = planChunks(range, counts.recipients, sending.provider.batchSize)
    for (const { id, version, index, size } of planned) {
      const own = keys[version].slice(index, index + size)
      frozen = writeChunk(
        storage,
        frozen,
        id,
        null,
        createChunk(version, size, own[0]?.order ?? ''),
      )
      writeChunkKeys(storage, id, own)
      if (version === 'guest') writeNewcomers(storage, id, own)
    }
    return writeSending(storage, finishFreeze(storage, frozen, now))
  },

  recordForgotten(storage: SendingStorage, { range }: { range: number }): void {
    const sending = readSending(storage)
    const stored = readRange(storage, range)
    if (!sending || !stored || stored.isForgotten) return
    writeRange(storage, range, { ...stored, isForgotten: true })
    writeSending(storage, { ...sending, forgottenRanges: sending.forgottenRanges + 1 })
  },

  recordPruned(storage: SendingStorage, { range, now }: { range: number; now: number }): void {
    const stored = readRange(storage, range)
    if (stored) writeRange(storage, range, { ...stored, prunedAt: now })
  },

  claim(storage: SendingStorage, { id, provider, account, now }: ClaimRequest): ClaimAnswer {
    const sending = readSending(storage)
    const stored = readChunk(storage, id)
    if (!sending?.provider || !sending.freezeStartedAt || !stored) return { kind: 'nothing' }
    if (sending.provider.name !== provider) {
      writeSending(storage, pauseSending(sending, 'provider') ?? sending)
      return { kind: 'nothing' }
    }
    const chunk = expireChunk(stored, now)
    const delay = getCallDelay(sending, now)
    const isDue =
      isClaimable(chunk, now, sending.provider.keyLifetime) && isCallableBy(chunk, account)
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

  /** Returns null if the call must not be made. */
  start(
    storage: SendingStorage,
    { id, attempt, drops, now }: { id: string; attempt: number; drops: Drops; now: number },
  ): StartedCall | null {
    const sending = readSending(storage)
    const stored = readChunk(storage, id)
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
    const stored = readChunk(storage, id)
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
      const stored = readChunk(storage, id)
      if (!stored) continue
      const changed = recordEvent(stored, position, kind)
      sending = writeChunk(storage, sending, id, stored, changed)
      const isNew = changed.events !== stored.events
      if (isNew) sending = countFailure(storage, sending, { chunk: id, position, kind })
    }
    writeSending(storage, applyBreaker(sending))
  },

  find(storage: SendingStorage, { id, position }: { id: string; position: number }) {
    const chunk = readChunk(storage, id)
    if (!chunk) return null
    return {
      state: getRecipientState(chunk, position),
      events: getRecipientEvents(chunk, position),
    }
  },
}

type FrozenRange = {
  readonly range: number
  readonly counts: AudienceCounts
  /** Recipients' keys, in the same order as the recipients. */
  readonly keys: Readonly<Record<IssueVersion, readonly RecipientKeys[]>>
  readonly now: number
}

type ClaimRequest = {
  readonly id: string
  readonly provider: string
  readonly account: string
  readonly now: number
}

export type ClaimAnswer =
  | { readonly kind: 'nothing' }
  /** In milliseconds. */
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
  /** Identifies the call together with the chunk's id; a repeated call has the same number. */
  readonly call: number
}

type Settlement = {
  readonly id: string
  readonly attempt: number
  readonly outcome: CallOutcome
  /** In milliseconds; null if the provider didn't specify a delay. */
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

export type SendingCommands = typeof sendingCommands
export type SendingCommandName = keyof SendingCommands
