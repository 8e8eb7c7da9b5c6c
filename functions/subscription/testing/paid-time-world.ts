/**
 * One reader’s subscription with the fake PayPal, without a database: the same rules, calls and refunds as the Worker’s,
 * hour by hour. Counts money and access by itself, so that a test can compare them with what the rules say.
 */
import { openLedger } from '../../../scripts/dev/fakes/paypal/ledger.ts'
import type { ProviderEvent } from '../../../scripts/dev/fakes/paypal/ledger-records.ts'
import {
  countUnpaidDays,
  type TimeEntry,
  timeEntrySchema,
} from '../../../src/domain/books/paid-access.ts'
import {
  getDesiredStatus,
  isEndedAtProvider,
} from '../../../src/domain/subscription/desired-status.ts'
import {
  getNextPayment,
  isEntitled,
  resolveEntitlement,
} from '../../../src/domain/subscription/entitlement.ts'
import { describeHistory } from '../../../src/domain/subscription/history-entry.ts'
import { advanceRecord } from '../../../src/domain/subscription/next-due.ts'
import type { PlanKind } from '../../../src/domain/subscription/offer.ts'
import type {
  GiftTimeEmail,
  SubscriptionEmail,
} from '../../../src/domain/subscription/outbox-item.ts'
import { getPlanPrice, type PlanId, plans } from '../../../src/domain/subscription/plan.ts'
import { preparePlanChange } from '../../../src/domain/subscription/plan-change.ts'
import { getMonthsShare } from '../../../src/domain/subscription/price-share.ts'
import type { ProviderPayment } from '../../../src/domain/subscription/provider-subscription.ts'
import {
  noSubscription,
  type SubscriptionRecord,
} from '../../../src/domain/subscription/subscription.ts'
import type {
  IgnoredReason,
  PlanChange,
  SubscriptionEvent,
} from '../../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../../src/domain/subscription/transition.ts'
import { ledgerPlans, payPalPlans, toProviderState } from '../../testing/in-process-paypal.ts'

const minute = 60 * 1000
const hour = 60 * minute
export const day = 24 * hour

/** Milliseconds between two looks at the clock. */
const stepTime = 12 * hour

const payer = { email: 'nimal@example.com', givenName: 'Nimal', surname: 'Perera', byCard: true }

const toCents = (value: string) => Math.round(Number(value) * 100)
const toValue = (cents: number) => (cents / 100).toFixed(2)

export type KeptPayment = {
  readonly id: string
  readonly of: string
  readonly plan: PlanId
  readonly at: Date
  /** The reader's payments less refunds, in US cents. */
  readonly kept: number
}

export class PaidTimeWorld {
  now: Date
  record: SubscriptionRecord = noSubscription
  /** PayPal can’t be reached until then. */
  outageUntil: Date
  readonly emails: { readonly email: SubscriptionEmail | GiftTimeEmail; readonly at: Date }[] = []
  readonly checkouts = new Map<
    string,
    { readonly plan: PlanId; readonly planChange: Omit<PlanChange, 'currentState'> | null }
  >()
  readonly ledger
  /** Milliseconds of access until now. */
  accessTime = 0
  private readonly messages: string[] = []
  private readonly confirmed = new Set<string>()
  private readonly history: TimeEntry[] = []
  /** Months of each. */
  private readonly gifts = new Map<string, number>()

  constructor(
    start: Date,
    settings: {
      readonly missedDates: 'skip' | 'charge'
      /** Milliseconds. */
      readonly staleDates: number
    },
  ) {
    this.now = start
    this.outageUntil = start
    this.ledger = openLedger({
      file: null,
      plans: ledgerPlans,
      now: () => this.now,
      emit: (event) => this.receive(event),
      ...settings,
    })
  }

  private receive(event: ProviderEvent) {
    if ('subscription' in event) this.messages.push(event.subscription.id)
  }

  get isPayPalAvailable() {
    return this.now >= this.outageUntil
  }

  get isOpen() {
    return isEntitled(this.record, this.now)
  }

  /** Days of access that the history doesn’t explain. */
  get unpaidDays() {
    return countUnpaidDays(this.record, this.history, this.gifts, this.now)
  }

  get nextPayment() {
    return getNextPayment(advanceRecord(this.record, this.now))
  }

  get entitlement() {
    return resolveEntitlement(this.record, this.now)
  }

  /** Returns why the event was ignored. */
  apply(event: SubscriptionEvent): IgnoredReason | null {
    const next = transition(this.record, event, this.now)
    if (!next.ok) return next.failure
    const { record, emails, giftEmails, refunds, settlements, replaced, surplus } = next.value
    const { change } = describeHistory(this.record, next.value, this.now, event)
    if (change) this.history.push(timeEntrySchema.parse(change))
    this.record = record
    this.emails.push(...[...emails, ...giftEmails].map((email) => ({ email, at: this.now })))
    for (const { provider, at } of refunds) this.refund(provider, at, null)
    for (const { provider, at, plan, months, paid } of settlements) {
      const price = getPlanPrice(plan).minorUnits
      const excess = Math.max(0, (paid ?? price) - price)
      this.refund(provider, at, excess + (months > 0 ? getMonthsShare(plan, months) : 0))
      if (months > 0)
        this.history.push(timeEntrySchema.parse({ at: this.now, kind: 'settled', months }))
    }
    if (replaced) this.endAtPayPal(replaced.provider, replaced.lastDuePaymentAt)
    if (surplus) this.endAtPayPal(surplus.provider, null)
    return null
  }

  private listPayments(provider: string) {
    return this.ledger.paymentsOf(provider, new Date(0), this.now)
  }

  /** `cents`: null for the whole payment. */
  private refund(provider: string, at: Date, cents: number | null) {
    if (cents === 0) return
    const payment = this.listPayments(provider).find(
      (one) => Math.abs(new Date(one.at).getTime() - at.getTime()) <= minute,
    )
    const refunded = this.ledger.refund(
      payment!.id,
      cents === null ? {} : { value: toValue(cents) },
    )
    if (!refunded.ok && refunded.failure !== 'CAPTURE_FULLY_REFUNDED')
      throw new Error(`refund: ${refunded.failure}`)
  }

  private endAtPayPal(provider: string, lastDuePaymentAt: Date | null) {
    this.ledger.cancel(provider)
    for (const payment of this.listPayments(provider)) {
      const isDue = lastDuePaymentAt && new Date(payment.at) <= lastDuePaymentAt
      if (!isDue && payment.status === 'COMPLETED') this.ledger.refund(payment.id)
    }
  }

  subscribe(plan: PlanId) {
    if (!this.entitlement.allowedSteps.includes('subscribe') || !this.record.isReconciled) return
    this.approve(this.createCheckout(plan, null))
  }

  private createCheckout(plan: PlanId, planChange: Omit<PlanChange, 'currentState'> | null) {
    const startsAt = planChange?.startsAt?.toISOString() ?? null
    const order = { planId: payPalPlans[plan], customId: 'ama', startsAt, returnUrl: '' }
    const created = this.ledger.create({ ...order, cancelUrl: '' }, null)
    if (!created.ok) throw new Error(created.failure)
    const { id } = created.value.subscription
    this.checkouts.set(id, { plan, planChange })
    return id
  }

  startPlanChange(kind: PlanKind): string | null {
    const current = transition(this.record, { kind: 'timePassed' }, this.now)
    const record = current.ok ? current.value.record : this.record
    const prepared = preparePlanChange(record, kind, this.now)
    if (!prepared.ok) return null
    const { plan, from, startsAt } = prepared.value
    return this.createCheckout(plan, { from, startsAt })
  }

  approve(id: string) {
    this.ledger.approve(id, payer)
  }

  redeem(months: 12 | 6 | 3): string {
    const gift = `gift-${this.gifts.size}`
    this.gifts.set(gift, months)
    this.apply({ kind: 'redeemGift', gift, months, endFailing: true })
    return gift
  }

  /** Stores PayPal’s state of a subscription, as the Worker’s sync does. */
  sync(id: string): void {
    const ignored = this.syncOnce(id)
    const planChange = this.checkouts.get(id)?.planChange
    if (ignored !== 'unfinished') return
    if (planChange) this.syncOnce(planChange.from)
    else this.reconcile()
    this.syncOnce(id)
  }

  private syncOnce(id: string): IgnoredReason | null {
    const found = this.ledger.find(id)
    const checkout = this.checkouts.get(id)
    if (!found.ok || !checkout) throw new Error(`unknown: ${id}`)
    const { subscription } = this.record
    const isCurrent = subscription?.provider === id
    const { plan } = checkout
    const change = isCurrent ? null : checkout.planChange
    const planChange = change && {
      ...change,
      currentState: subscription?.provider === change.from ? this.readState(change.from) : null,
    }
    const ignored = this.apply({
      kind: 'providerSynced',
      providerState: toProviderState(found.value),
      payments: isCurrent ? this.listNewPayments(id) : [],
      plan,
      planChange,
      isNew: !this.confirmed.has(id),
    })
    if (!ignored) this.confirmed.add(id)
    return ignored
  }

  private readState(id: string) {
    const found = this.ledger.find(id)
    if (!found.ok) throw new Error(found.failure)
    return toProviderState(found.value)
  }

  private listNewPayments(id: string): ProviderPayment[] {
    const from = this.record.subscription?.seenPaymentAt ?? new Date(0)
    return this.ledger
      .paymentsOf(id, from, this.now)
      .filter(({ status }) => status !== 'DECLINED')
      .map(({ at, value, status }) => ({
        at: new Date(at),
        minorUnits: toCents(value),
        isPending: status === 'PENDING',
        isRefunded: status === 'REFUNDED',
      }))
  }

  /** Sets the desired status at PayPal. */
  reconcile() {
    const { subscription, isReconciled } = this.record
    const desired = getDesiredStatus(this.record)
    if (isReconciled || !subscription || !desired || !this.isPayPalAvailable) return
    const { provider, hasSkipped } = subscription
    const { status, failedPayments, outstandingMinorUnits } = this.readState(provider)
    if (status !== desired && !isEndedAtProvider(status)) {
      const isSkipped = hasSkipped && failedPayments === 0 && outstandingMinorUnits > 0
      if (desired === 'ACTIVE' && isSkipped) this.ledger.lowerBalance(provider, '0.00')
      const action = { ACTIVE: 'activate', SUSPENDED: 'suspend', CANCELLED: 'cancel' } as const
      this.ledger[action[desired]](provider)
    }
    this.sync(provider)
  }

  /** Events, and the cron job. */
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

  /** In steps; the nightly comparison reads PayPal’s state once a day. */
  wait(days: number) {
    for (let step = 0; step < (days * day) / stepTime; step++) {
      if (this.isOpen) this.accessTime += stepTime
      this.now = new Date(this.now.getTime() + stepTime)
      this.ledger.runBilling()
      const { subscription } = this.record
      const isNight = this.now.getUTCHours() < 12
      if (isNight && subscription && subscription.state !== 'ended' && this.isPayPalAvailable)
        this.messages.push(subscription.provider)
      this.settle()
      this.onStep()
    }
  }

  /** Called after each step of time. */
  onStep: () => void = () => {}

  /** Every payment of which something is left, oldest first. */
  listKept(): KeptPayment[] {
    return [...this.checkouts].flatMap(([id, { plan }]) =>
      this.listPayments(id).flatMap((payment) => {
        if (payment.status === 'DECLINED' || payment.status === 'PENDING') return []
        const kept = toCents(payment.value) - toCents(this.ledger.sumRefunds(payment.id))
        return [{ id: payment.id, of: id, plan, at: new Date(payment.at), kept }]
      }),
    )
  }

  listRunning() {
    return this.ledger.list().filter(({ status }) => status === 'ACTIVE')
  }
}

export const isYearly = (plan: PlanId) => plans[plan].period === 'year'
