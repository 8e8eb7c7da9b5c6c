/** The sending of an issue as a whole, stored by its Durable Object. Times are in milliseconds. */
import {
  type AudienceCounts,
  addAudiences,
  countRanges,
  countRecipients,
  isAudienceAsApproved,
  isAudienceComplete,
  noAudience,
} from './audience.ts'
import { type Failures, findExcess, noFailures } from './breaker.ts'
import type { CallOutcome, KeyLifetime } from './chunk.ts'
import { noTotals, type Totals } from './chunk-totals.ts'
import { getCallInterval, getOutageDelay, type ProviderRate, throttleDelay } from './send-rate.ts'

export const sendingStates = [
  /** The issue is waiting for its sending time. */
  'approved',
  /** The audience is being read. */
  'freezing',
  'sending',
  'paused',
  /** Every recipient is accounted for, even though some outcomes may be unknown. */
  'finished',
  'cancelled',
] as const

export const pauseReasons = [
  'editor',
  /** The share of failures in the emails sent is too high (breaker.ts). */
  'hardBounces',
  'complaints',
  /** The provider has refused several calls. */
  'refusals',
  /** The provider doesn't respond, and wouldn't detect duplicates. */
  'noAnswers',
  /** The provider in the settings has changed since the sending began. */
  'provider',
  /** The numbers of the frozen audience don't add up. */
  'audience',
  /** One of the stories is no longer published. */
  'stories',
  /** The audience's size differs from what the editor was shown. */
  'audienceChanged',
] as const

type SendingState = (typeof sendingStates)[number]
export type PauseReason = (typeof pauseReasons)[number]

/** The provider when the audience was frozen, because chunks are as large as its batches. */
export type SendingProvider = {
  readonly name: string
  readonly batchSize: number
  /** How long the provider detects duplicates; null if it doesn't. */
  readonly keyLifetime: KeyLifetime
  readonly rate: ProviderRate
}

export type Sending = {
  readonly state: SendingState
  readonly pausedBy: PauseReason | null
  /** The state before the pause. */
  readonly pausedFrom: 'approved' | 'freezing' | 'sending' | null
  readonly revision: string
  readonly subject: string
  /** Slugs of the stories that the email shows. */
  readonly stories: readonly string[]
  readonly approvedAt: number
  readonly sendAt: number
  /** The number of entries on the list when the issue was approved. Only determines the number of ranges. */
  readonly candidates: number
  /** The number of recipients that the editor was shown. */
  readonly recipients: number
  readonly provider: SendingProvider | null
  /** This time is also part of the recipients' links, so that repeated calls have the same bytes. */
  readonly freezeStartedAt: number | null
  /** A random secret that determines the order of the recipients, and hides their domains. Empty before the freeze. */
  readonly orderKey: string
  readonly frozenAt: number | null
  readonly finishedAt: number | null
  readonly ranges: number
  readonly frozenRanges: number
  /** The number of ranges whose addresses have been removed since the issue was sent. */
  readonly forgottenRanges: number
  readonly audience: AudienceCounts
  readonly totals: Totals
  /** When the provider may be called again. */
  readonly nextCallAt: number
  readonly refusals: number
  readonly lostAnswers: number
  /** When sending last began, and the totals at that time, for the circuit breaker and the rate. */
  readonly resumedAt: number
  readonly totalsAtResume: Totals
  /** Failures since `resumedAt`, for the circuit breaker. Those of recent addresses are counted separately. */
  readonly failures: Failures
  readonly recentFailures: Failures
}

export type Approval = Pick<
  Sending,
  'revision' | 'subject' | 'stories' | 'sendAt' | 'candidates' | 'recipients'
>

/** Returns null if it's too late to approve the issue. */
export function approveSending(
  sending: Sending | null,
  approval: Approval,
  now: number,
): Sending | null {
  const canApprove =
    sending === null ||
    sending.state === 'approved' ||
    (sending.state === 'cancelled' && sending.freezeStartedAt === null)
  if (!canApprove) return null
  return {
    ...approval,
    state: 'approved',
    pausedBy: null,
    pausedFrom: null,
    approvedAt: now,
    provider: null,
    freezeStartedAt: null,
    orderKey: '',
    frozenAt: null,
    finishedAt: null,
    ranges: 0,
    frozenRanges: 0,
    forgottenRanges: 0,
    audience: noAudience,
    totals: noTotals,
    nextCallAt: 0,
    refusals: 0,
    lostAnswers: 0,
    resumedAt: 0,
    totalsAtResume: noTotals,
    failures: noFailures,
    recentFailures: noFailures,
  }
}

/** Returns null if the sending has already begun. */
export function scheduleSending(sending: Sending, sendAt: number): Sending | null {
  const isWaiting = sending.state === 'approved' || sending.pausedFrom === 'approved'
  return isWaiting ? { ...sending, sendAt } : null
}

/** Returns the sending unchanged if it's already paused; null if there is nothing left to pause. */
export function pauseSending(sending: Sending, pausedBy: PauseReason): Sending | null {
  const { state } = sending
  if (state === 'paused') return sending
  if (state === 'finished' || state === 'cancelled') return null
  return { ...sending, state: 'paused', pausedBy, pausedFrom: state }
}

/** Returns null unless the sending is paused. */
export function resumeSending(sending: Sending, now: number): Sending | null {
  if (sending.state !== 'paused' || sending.pausedFrom === null) return null
  return {
    ...sending,
    state: sending.pausedFrom,
    pausedBy: null,
    pausedFrom: null,
    refusals: 0,
    lostAnswers: 0,
    nextCallAt: 0,
    resumedAt: now,
    totalsAtResume: sending.totals,
    failures: noFailures,
    recentFailures: noFailures,
  }
}

/** Returns null if the sending has finished. */
export function cancelSending(sending: Sending, now: number): Sending | null {
  if (sending.state === 'finished') return null
  if (sending.state === 'cancelled') return sending
  const ended = { state: 'cancelled', pausedBy: null, pausedFrom: null, finishedAt: now } as const
  return { ...sending, ...ended }
}

export const isDue = ({ state, sendAt }: Sending, now: number) =>
  state === 'approved' && now >= sendAt

/** Whether the sending is about to call the provider for waiting recipients. */
export const needsTurn = (sending: Sending, now: number) =>
  isDue(sending, now) ||
  sending.state === 'freezing' ||
  (sending.state === 'sending' && sending.totals.waiting > 0)

export function startFreezing(sending: Sending, provider: SendingProvider, now: number): Sending {
  return {
    ...sending,
    provider,
    state: 'freezing',
    freezeStartedAt: now,
    ranges: countRanges(sending.candidates),
  }
}

export const addRange = (sending: Sending, counts: AudienceCounts): Sending => ({
  ...sending,
  frozenRanges: sending.frozenRanges + 1,
  audience: addAudiences(sending.audience, counts),
})

/** Milliseconds after the end, by when no call can still be running. */
const forgetDelay = 60 * 60 * 1000

/**
 * Whether the frozen addresses are no longer needed, including those in ranges that aren't recorded as frozen: a run
 * that stored one may have been interrupted, or been too late.
 */
export const canForgetAudience = ({ finishedAt, ranges, forgottenRanges }: Sending, now: number) =>
  finishedAt !== null && now - finishedAt >= forgetDelay && forgottenRanges < ranges

/** In milliseconds. A deleted account's address is removed from a snapshot within a day, even during a pause. */
export const pruneInterval = 12 * 60 * 60 * 1000

/** Includes ranges that aren't recorded as frozen. */
export const canPruneAudience = ({ freezeStartedAt, finishedAt }: Sending, now: number) =>
  freezeStartedAt !== null && finishedAt === null && now - freezeStartedAt >= pruneInterval

export const isSendingOver = ({
  finishedAt,
  ranges,
  forgottenRanges,
}: Pick<Sending, 'finishedAt' | 'ranges' | 'forgottenRanges'>) =>
  finishedAt !== null && forgottenRanges >= ranges

/** An audience whose numbers don't add up is sent nothing. If it has changed a lot, an editor has to agree. */
export function finishFreezing(sending: Sending, now: number): Sending {
  if (sending.state !== 'freezing' || sending.frozenRanges < sending.ranges) return sending
  const isComplete =
    isAudienceComplete(sending.audience) &&
    countRecipients(sending.audience) === sending.totals.waiting
  const frozen = { ...sending, frozenAt: now, resumedAt: now, state: 'sending' } as const
  if (!isComplete) return pauseSending(sending, 'audience') ?? sending
  return isAudienceAsApproved(sending.audience, sending.recipients)
    ? frozen
    : (pauseSending(frozen, 'audienceChanged') ?? frozen)
}

/** Returns the milliseconds before the next call; null if no call is made now. */
export function getCallDelay({ state, nextCallAt }: Sending, now: number): number | null {
  return state === 'sending' ? Math.max(0, nextCallAt - now) : null
}

export function reserveCall(sending: Sending, recipients: number, now: number): Sending {
  const { provider, nextCallAt } = sending
  const interval = provider ? getCallInterval(provider.rate, recipients) : 0
  return { ...sending, nextCallAt: Math.max(now, nextCallAt) + interval }
}

const maxRefusals = 3
/** The maximum number of lost responses without duplicate detection; each leaves emails with an unknown outcome. */
const maxLostAnswers = 2

/** Returns the sending after a call, whose outcome determines whether and when further calls follow. */
export function learnFromCall(
  sending: Sending,
  outcome: CallOutcome,
  retryAfter: number | null,
  now: number,
): Sending {
  const wait = (delay: number) => Math.max(sending.nextCallAt, now + delay)
  switch (outcome.kind) {
    case 'accepted': {
      const isThrottled = outcome.postponed.length > 0
      const nextCallAt = isThrottled ? wait(retryAfter ?? throttleDelay) : sending.nextCallAt
      return { ...sending, refusals: 0, lostAnswers: 0, nextCallAt }
    }
    case 'throttled':
      return { ...sending, nextCallAt: wait(retryAfter ?? throttleDelay) }
    case 'refused': {
      const refusals = sending.refusals + 1
      return pauseIf(refusals >= maxRefusals, { ...sending, refusals }, 'refusals')
    }
    case 'unknown': {
      const lostAnswers = sending.lostAnswers + 1
      const isRepeatable = sending.provider?.keyLifetime != null
      const nextCallAt = wait(getOutageDelay(lostAnswers))
      return pauseIf(
        !isRepeatable && lostAnswers >= maxLostAnswers,
        { ...sending, lostAnswers, nextCallAt },
        'noAnswers',
      )
    }
  }
}

/** Call this after any change to the totals. */
export function applyBreaker(sending: Sending): Sending {
  const { totals, totalsAtResume, failures, recentFailures } = sending
  const accepted = totals.accepted - totalsAtResume.accepted
  const excess = findExcess(accepted, failures, recentFailures)
  return excess === null ? sending : pauseIf(sending.state === 'sending', sending, excess)
}

const pauseIf = (condition: boolean, sending: Sending, reason: PauseReason): Sending =>
  condition && sending.state === 'sending' ? (pauseSending(sending, reason) ?? sending) : sending
