/**
 * The future of a subscription, determined by applying what will happen (`nextDue`) and the payments that are due.
 * Pages, emails and the desk show these dates and amounts, and calculate none themselves.
 */
import { pauseMonths } from '../../publication/offer.ts'
import { addMonths } from '../month.ts'
import { getNextPaymentAt, getPaymentSchedule, isRunning } from './desired-status.ts'
import type { Outlook } from './effect-kinds.ts'
import { hasAccess, listAccessTimes, resolveEntitlement } from './entitlement.ts'
import { advanceRecord, applyDue, nextDue } from './next-due.ts'
import { applyPayment } from './payments.ts'
import { getReducedPrice } from './price-share.ts'
import type { Change } from './record-change.ts'
import { noSubscription, type SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import type { PauseMonths, ReaderStep } from './subscription-steps.ts'
import type { TimeSource } from './time-bank.ts'
import { transition } from './transition.ts'
import { isClosed, listClosed } from './used-months.ts'

export type { Outlook } from './effect-kinds.ts'
export type UpcomingEvent = Outlook['upcoming'][number]

/** The limit leaves room for twelve monthly payments with their decisions, and more. */
const maxSteps = 60

const shownMonths = 12

const createEvent = (
  kind: UpcomingEvent['kind'],
  at: Date,
  details: Partial<UpcomingEvent> = {},
): UpcomingEvent => ({ at, kind, minorUnits: 0, months: 0, sources: [], ...details })

const listSources = (used: readonly Pick<TimeSource, 'source'>[]) => [
  ...new Set(used.map(({ source }) => source)),
]

/** Returns the next due date if PayPal bills it; null if a month from the time bank replaces it. */
function getBilledDate(record: SubscriptionRecord): Date | null {
  const at = getNextPaymentAt(record)
  const { subscription } = record
  return at && subscription && at <= getPaymentSchedule(subscription).paidThrough ? at : null
}

function describePayment(paid: SubscriptionRecord, settlements: Change['settlements'], at: Date) {
  const months = (settlements ?? []).reduce((sum, one) => sum + one.months, 0)
  const minorUnits = getReducedPrice(paid.subscription!, months)
  const sources = listSources(paid.subscription!.used)
  return createEvent('payment', at, { minorUnits, months, sources })
}

/** Describes the payment that a month from the reader's time bank replaces, if any. */
function describeDecision(
  { subscription }: SubscriptionRecord,
  next: SubscriptionRecord,
): readonly UpcomingEvent[] {
  const added = next.subscription!.used.slice(subscription!.used.length)
  const sources = listSources(added.filter(({ state }) => state === 'used'))
  const { paidThrough } = getPaymentSchedule(subscription!)
  return sources.length > 0
    ? [createEvent('skippedPayment', paidThrough, { months: 1, sources })]
    : []
}

/** Describes whether access opens or closes at this time. `before` is the record until then. */
function describeAccessChange(
  before: SubscriptionRecord,
  { subscription }: SubscriptionRecord,
  isOpen: boolean,
  at: Date,
): UpcomingEvent {
  const isPaused = before.subscription?.state === 'paused'
  if (isOpen) return createEvent(isPaused ? 'opens' : 'unlocks', at)
  if (subscription?.state === 'paused' && +subscription.closesAt === +at)
    return createEvent('closes', at)
  const isLasting = subscription?.state === 'ending' && isClosed(subscription, at)
  if (!isLasting && !isRunning(subscription)) return createEvent('ends', at)
  const closed = listClosed(subscription).filter(({ end }) => end > at)
  return createEvent('locks', at, { sources: listSources(closed.map(({ use }) => use)) })
}

const isOpening = ({ kind }: UpcomingEvent) => kind === 'opens' || kind === 'unlocks'

/** Lists events in order of time, assuming that every payment succeeds. */
export function listUpcoming(stored: SubscriptionRecord, now: Date): readonly UpcomingEvent[] {
  const events: UpcomingEvent[] = []
  const horizon = addMonths(now, shownMonths)
  let record = advanceRecord(stored, now)
  let [before, from, isOpen] = [record, now, hasAccess(record, now)]
  for (let step = 0; step < maxSteps && from <= horizon; step++) {
    const due = nextDue(record)
    const billedAt = getBilledDate(record)
    const isPayment = billedAt && (!due || billedAt <= due.at)
    const stepAt = (isPayment ? billedAt : due?.at) ?? new Date(horizon.getTime() + 1)
    const at = new Date(Math.max(stepAt.getTime(), from.getTime()))
    // If several steps happen at the same time, only their result counts.
    for (const time of at > from ? [from, ...listAccessTimes(record)] : []) {
      if (time < from || time >= at || hasAccess(record, time) === isOpen) continue
      isOpen = !isOpen
      events.push(describeAccessChange(before, record, isOpen, time))
    }
    if (at > from) before = record
    from = at
    if (at > horizon) break
    const change: Change = isPayment
      ? applyPayment(record, { at, minorUnits: null }, at)
      : applyDue(record, due!)
    if (isPayment) events.push(describePayment(change.record, change.settlements, at))
    else if (due?.event === 'decideBilling') events.push(...describeDecision(record, change.record))
    if (change.record === record) break
    record = change.record
  }
  return events
    .filter(({ at }) => at <= horizon)
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() || Number(isOpening(other)) - Number(isOpening(one)),
    )
}

export function describeOutlook(record: SubscriptionRecord, now: Date): Outlook {
  const { entitled, until, resumesAt, nextPayment, givenMonths } = resolveEntitlement(record, now)
  const upcoming = listUpcoming(record, now)
  return {
    isOpen: entitled,
    closesAt: entitled ? until : null,
    opensAt: resumesAt ?? upcoming.find(({ kind }) => kind === 'unlocks')?.at ?? null,
    nextPayment,
    givenMonths,
    upcoming,
  }
}

export type StepOutcomes = Partial<
  Record<Exclude<ReaderStep, 'pause' | 'subscribe' | 'changePlan' | 'approve'>, Outlook>
> & { readonly pause: Partial<Record<PauseMonths, Outlook>> }

/** Determines each step's outcome by applying the step. An impossible step is missing. */
export function describeSteps(stored: SubscriptionRecord | null, now: Date): StepOutcomes {
  const record = stored ?? noSubscription
  const describe = <Name>(name: Name, event: SubscriptionEvent) => {
    const next = transition(record, event, now)
    return next.ok ? [[name, describeOutlook(next.value.record, now)] as const] : []
  }
  const pauses = pauseMonths.flatMap((months) => describe(months, { kind: 'pause', months }))
  const steps = (['cancel', 'acceptOffer', 'reactivate'] as const).flatMap((kind) =>
    describe(kind, { kind }),
  )
  return { ...Object.fromEntries(steps), pause: Object.fromEntries(pauses) }
}
