/**
 * Simulates one reader's subscription with the fake PayPal, without a database: the Worker's rules, calls and refunds,
 * hour by hour. Money and access are counted independently, so that a test can compare them with the rules' results.
 */
import { noValue } from '../../../scripts/dev/fakes/paypal/payment-value.ts'
import {
  countUnpaidDays,
  type TimeEntry,
  timeEntrySchema,
} from '../../../src/domain/books/paid-access.ts'
import { day, hour } from '../../../src/domain/duration.ts'
import { describeSubscriptionTransitions } from '../../../src/domain/statistics/subscription-transitions.ts'
import {
  getDesiredStatus,
  isEndedAtPayPal,
} from '../../../src/domain/subscription/desired-status.ts'
import {
  getNextPayment,
  isEntitled,
  resolveEntitlement,
} from '../../../src/domain/subscription/entitlement.ts'
import { describeHistory } from '../../../src/domain/subscription/history-entry.ts'
import { advanceRecord } from '../../../src/domain/subscription/next-due.ts'
import type { PlanKind } from '../../../src/domain/subscription/offer.ts'
import { getPlanPrice, type PlanId } from '../../../src/domain/subscription/plan.ts'
import { preparePlanChange } from '../../../src/domain/subscription/plan-change.ts'
import { getMonthsShare } from '../../../src/domain/subscription/price-share.ts'
import {
  noSubscription,
  type SubscriptionRecord,
} from '../../../src/domain/subscription/subscription.ts'
import type {
  IgnoredReason,
  SubscriptionEvent,
} from '../../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../../src/domain/subscription/transition.ts'
import { PaidTimePayPal, type PayPalSettings } from './paid-time-paypal.ts'

/** Milliseconds between two checks of the clock. */
const stepTime = 12 * hour

/** Returns the next charge that pages show. A payment that was declined is tried again, at the plan's price. */
export function getPromisedPayment({ record, now }: Pick<PaidTimeWorld, 'record' | 'now'>) {
  const { subscription } = record
  return subscription?.state === 'paymentFailed' && subscription.cause === 'declined'
    ? { at: subscription.paidThrough, ...getPlanPrice(subscription.plan) }
    : getNextPayment(advanceRecord(record, now))
}

export class PaidTimeWorld {
  now: Date
  record: SubscriptionRecord = noSubscription
  /** PayPal is unavailable until this time. */
  outageUntil: Date
  readonly payPal: PaidTimePayPal
  /** Milliseconds of access so far. */
  accessTime = 0
  private readonly messages: string[] = []
  private readonly confirmed = new Set<string>()
  readonly history: TimeEntry[] = []
  /** Kinds and keys of the transitions that the statistics count: each one once, however often it's written. */
  readonly transitions = new Set<string>()
  /** The months of each gift, by id. */
  private readonly gifts = new Map<string, number>()

  constructor(start: Date, settings: PayPalSettings) {
    this.now = start
    this.outageUntil = start
    this.payPal = new PaidTimePayPal(
      () => this.now,
      (id) => this.messages.push(id),
      settings,
    )
  }

  get isPayPalAvailable() {
    return this.now >= this.outageUntil
  }

  get isOpen() {
    return isEntitled(this.record, this.now)
  }

  /** Days of access that the history doesn't explain. */
  get unpaidDays() {
    return countUnpaidDays(this.record, this.history, this.gifts, this.now)
  }

  get nextPayment() {
    return getNextPayment(advanceRecord(this.record, this.now))
  }

  /** Returns the reason why the event was ignored. */
  apply(event: SubscriptionEvent): IgnoredReason | null {
    const next = transition(this.record, event, this.now)
    if (!next.ok) return next.failure
    const { record, refunds, settlements, replaced, surplus } = next.value
    const { change } = describeHistory(this.record, next.value, this.now, event)
    if (change) this.history.push(timeEntrySchema.parse(change))
    const cause = { event, isByOperator: false, at: this.now }
    for (const { kind, key } of describeSubscriptionTransitions(this.record, record, cause))
      this.transitions.add(`${kind} ${key}`)
    this.record = record
    for (const payment of refunds) this.payPal.refund(payment, null)
    for (const payment of settlements) {
      const { plan, months, paid, price } = payment
      const excess = Math.max(0, (paid ?? price) - price)
      this.payPal.refund(payment, excess + getMonthsShare(price, plan, months))
      if (months > 0)
        this.history.push(timeEntrySchema.parse({ at: this.now, kind: 'settled', months }))
    }
    if (replaced) this.payPal.end(replaced.provider, replaced.lastDuePaymentAt)
    if (surplus) this.payPal.end(surplus.provider, null)
    return null
  }

  subscribe(plan: PlanId) {
    const { allowedSteps } = resolveEntitlement(this.record, this.now)
    if (!allowedSteps.includes('subscribe') || !this.record.isReconciled) return
    this.payPal.approve(this.payPal.createCheckout(plan, null))
  }

  startPlanChange(kind: PlanKind): string | null {
    const prepared = preparePlanChange(advanceRecord(this.record, this.now), kind, this.now)
    if (!prepared.ok) return null
    const { plan, ...planChange } = prepared.value
    return this.payPal.createCheckout(plan, planChange)
  }

  redeem(months: number): string {
    const gift = `gift-${this.gifts.size}`
    this.gifts.set(gift, months)
    this.apply({ kind: 'redeemGift', gift, months, endFailing: true })
    return gift
  }

  /** Stores PayPal's state of a subscription, as the Worker's sync does. */
  sync(id: string): void {
    if (this.syncOnce(id) !== 'unfinished') return
    const { planChange } = this.payPal.checkouts.get(id)!
    if (planChange) this.syncOnce(planChange.from)
    else this.reconcile()
    this.syncOnce(id)
  }

  private syncOnce(id: string): IgnoredReason | null {
    const { payPal } = this
    const checkout = payPal.checkouts.get(id)!
    const { subscription } = this.record
    const isCurrent = subscription?.provider === id
    const change = isCurrent ? null : checkout.planChange
    const isChanged = change !== null && subscription?.provider === change.from
    const ignored = this.apply({
      kind: 'providerSynced',
      payPalState: payPal.readState(id),
      payments: isCurrent ? payPal.listPaymentsSince(id, subscription.seenPaymentAt) : [],
      plan: checkout.plan,
      planChange: change && {
        ...change,
        currentState: isChanged ? payPal.readState(change.from) : null,
      },
      isNew: !this.confirmed.has(id),
    })
    if (!ignored) this.confirmed.add(id)
    return ignored
  }

  /** Sets the desired status at PayPal. */
  reconcile() {
    const { subscription, isReconciled } = this.record
    const desired = getDesiredStatus(this.record)
    if (isReconciled || !subscription || !desired || !this.isPayPalAvailable) return
    const { provider: payPalSubscription, hasSkipped } = subscription
    const { status, failedPayments, outstandingMinorUnits } =
      this.payPal.readState(payPalSubscription)
    if (status !== desired && !isEndedAtPayPal(status)) {
      const isSkipped = hasSkipped && failedPayments === 0 && outstandingMinorUnits > 0
      if (desired === 'ACTIVE' && isSkipped)
        this.payPal.ledger.lowerBalance(payPalSubscription, noValue)
      const action = { ACTIVE: 'activate', SUSPENDED: 'suspend', CANCELLED: 'cancel' } as const
      this.payPal.ledger[action[desired]](payPalSubscription)
    }
    this.sync(payPalSubscription)
  }

  /** Retries a failed payment on behalf of the reader, as the Worker does (functions/subscription/retry-payment.ts). */
  retryPayment() {
    if (!this.isPayPalAvailable) return
    const requestId = `retry-${this.now.getTime()}`
    if (this.apply({ kind: 'retryPayment', requestId }) !== null) return
    const { subscription } = this.record
    if (subscription?.state !== 'paymentFailed' || !subscription.retry) return
    const { provider: payPalSubscription, retry } = subscription
    const isDeclined = this.payPal.captureBalance(subscription, retry.requestId)
    if (isDeclined) this.apply({ kind: 'retryDeclined', requestId: retry.requestId })
    this.payPal.activatePaid(payPalSubscription)
    this.sync(payPalSubscription)
  }

  /** Delivers events, and runs the cron job. */
  settle() {
    for (let round = 0; round < 8; round++) {
      if (this.isPayPalAvailable) for (const id of this.messages.splice(0)) this.sync(id)
      this.apply({ kind: 'timePassed' })
      this.reconcile()
      const isIdle = this.messages.length === 0 && (this.record.isReconciled || round > 2)
      if (isIdle || !this.isPayPalAvailable) return
    }
    throw new Error('it never comes to rest')
  }

  /** Passes time in steps; the nightly comparison reads PayPal's state once a day. */
  wait(days: number) {
    for (let step = 0; step < (days * day) / stepTime; step++) {
      if (this.isOpen) this.accessTime += stepTime
      this.now = new Date(this.now.getTime() + stepTime)
      this.payPal.ledger.runBilling()
      const { subscription } = this.record
      const isNight = this.now.getUTCHours() < 12
      if (isNight && subscription && subscription.state !== 'ended' && this.isPayPalAvailable)
        this.messages.push(subscription.provider)
      this.settle()
      this.onStep()
    }
  }

  /** Passes time until this many days after the next due date, if there is one. */
  waitUntilDue(days: number) {
    const at = getPromisedPayment(this)?.at ?? this.record.subscription?.paidThrough
    if (!at) return
    const time = at.getTime() + days * day - this.now.getTime()
    if (time > 0) this.wait(time / day)
  }

  onStep: () => void = () => {}
}
