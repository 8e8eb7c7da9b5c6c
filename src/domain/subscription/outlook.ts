/**
 * The future of a subscription, found by applying what will happen (`nextDue`) and the payments that are due. Pages,
 * emails and the desk show these dates and amounts, and compute none of their own.
 */
import { pauseMonths } from '../../publication/offer.ts'
import { addMonths } from '../month.ts'
import { getNextPaymentAt, getPaymentSchedule } from './desired-status.ts'
import { resolveEntitlement } from './entitlement.ts'
import { advanceRecord, applyDue, type Due, nextDue } from './next-due.ts'
import type { Outlook } from './outbox-item.ts'
import { applyPayment } from './payments.ts'
import { getReducedPrice } from './price-share.ts'
import { getGraceEnd } from './record-change.ts'
import { noSubscription, type SubscriptionRecord } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-event.ts'
import type { PauseMonths, ReaderStep } from './subscription-steps.ts'
import type { TimeSource } from './time-bank.ts'
import { transition } from './transition.ts'

export type { Outlook } from './outbox-item.ts'
export type UpcomingEvent = Outlook['upcoming'][number]

/** Enough for twelve monthly payments with their decisions, and more. */
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

type Step = { readonly record: SubscriptionRecord; readonly events: readonly UpcomingEvent[] }

/** The next due date, if PayPal bills it; null if a month replaces it. */
function getBilledDate(record: SubscriptionRecord): Date | null {
  const at = getNextPaymentAt(record)
  const { subscription } = record
  return at && subscription && at <= getPaymentSchedule(subscription).paidThrough ? at : null
}

function applyPaymentStep(record: SubscriptionRecord, at: Date): Step {
  const { record: paid, settlements = [] } = applyPayment(record, { at, minorUnits: null }, at)
  const { plan, used } = paid.subscription!
  const months = settlements.reduce((sum, one) => sum + one.months, 0)
  const minorUnits = getReducedPrice(plan, months)
  const details = { minorUnits, months, sources: listSources(used) }
  const isPauseOver =
    record.subscription?.state === 'paused' && paid.subscription?.state === 'active'
  const opening = isPauseOver ? [createEvent('opens', at)] : []
  return { record: paid, events: [...opening, createEvent('payment', at, details)] }
}

function applyDueStep(record: SubscriptionRecord, due: Due): Step {
  const { record: next } = applyDue(record, due)
  return { record: next, events: describeDue(record, next, due) }
}

function describeDue(
  { subscription }: SubscriptionRecord,
  next: SubscriptionRecord,
  { event, at }: Due,
): readonly UpcomingEvent[] {
  switch (event) {
    case 'decideBilling': {
      const added = next.subscription!.used.slice(subscription!.used.length)
      const sources = listSources(added.filter(({ state }) => state === 'used'))
      const { paidThrough } = getPaymentSchedule(subscription!)
      return sources.length > 0
        ? [createEvent('skippedPayment', paidThrough, { months: 1, sources })]
        : []
    }
    case 'resume':
      return [createEvent('opens', at)]
    case 'end': {
      // A failed payment's access ends with the grace period.
      const isOpen = subscription?.state === 'ending' && !next.bankFrom
      return isOpen ? [createEvent('ends', at)] : []
    }
    case 'bankEnds':
      return [createEvent('ends', at)]
    case 'remindOfPayment':
    case 'remindOfBankEnd':
    case 'paymentMissing':
      return []
  }
}

/** Lists when a pause closes access, or the grace period of a failed payment ends it. */
function listEnds({ subscription, bankFrom }: SubscriptionRecord, now: Date): UpcomingEvent[] {
  if (!subscription) return []
  const graceEnd = getGraceEnd(subscription)
  if (subscription.state === 'paused' && subscription.closesAt > now)
    return [createEvent('closes', subscription.closesAt)]
  return subscription.state === 'paymentFailed' && graceEnd > now && !bankFrom
    ? [createEvent('ends', graceEnd)]
    : []
}

/** Assumes that every payment succeeds. Sorts by time. */
export function listUpcoming(stored: SubscriptionRecord, now: Date): readonly UpcomingEvent[] {
  let record = advanceRecord(stored, now)
  const events = listEnds(record, now)
  const horizon = addMonths(now, shownMonths)
  for (let step = 0; step < maxSteps; step++) {
    const due = nextDue(record)
    const billedAt = getBilledDate(record)
    const isPayment = billedAt && (!due || billedAt <= due.at)
    const at = isPayment ? billedAt : due?.at
    if (!at || at > horizon) break
    const paidAt = at < now ? now : at
    const next = isPayment ? applyPaymentStep(record, paidAt) : applyDueStep(record, due!)
    if (next.record === record) break
    events.push(...next.events)
    record = next.record
  }
  return events
    .filter(({ at }) => at <= horizon)
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        Number(other.kind === 'opens') - Number(one.kind === 'opens'),
    )
}

export function describeOutlook(record: SubscriptionRecord, now: Date): Outlook {
  const { entitled, until, resumesAt, nextPayment, givenMonths } = resolveEntitlement(record, now)
  return {
    isOpen: entitled,
    closesAt: entitled ? until : null,
    opensAt: resumesAt,
    nextPayment,
    givenMonths,
    upcoming: listUpcoming(record, now),
  }
}

export type StepOutcomes = Partial<
  Record<Exclude<ReaderStep, 'pause' | 'subscribe' | 'changePlan' | 'approve'>, Outlook>
> & { readonly pause: Partial<Record<PauseMonths, Outlook>> }

/** Finds what each step would lead to by applying it. A step that isn't possible is missing. */
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
