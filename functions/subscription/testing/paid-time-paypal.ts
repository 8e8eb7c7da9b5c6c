/** The fake PayPal for one reader, with the calls that the Worker makes. */
import { openLedger } from '../../../scripts/dev/fakes/paypal/ledger.ts'
import { toCents, toValue } from '../../../scripts/dev/fakes/paypal/payment-value.ts'
import { isSamePayment } from '../../../src/domain/subscription/payments.ts'
import type { PayPalPayment } from '../../../src/domain/subscription/paypal-subscription.ts'
import { getPlanPrice, type PlanId } from '../../../src/domain/subscription/plan.ts'
import type { SubscriptionIn } from '../../../src/domain/subscription/subscription.ts'
import type { PlanChange } from '../../../src/domain/subscription/subscription-event.ts'
import { ledgerPlans, payPalPlans, toPayPalState } from '../../testing/in-process-paypal.ts'

const payer = { email: 'nimal@example.com', givenName: 'Nimal', surname: 'Perera', byCard: true }

export type KeptPayment = {
  readonly id: string
  readonly plan: PlanId
  readonly at: Date
  /** The part of the payment that hasn't been refunded, in minor units. */
  readonly kept: number
}

export type PayPalSettings = {
  readonly missedDates: 'skip' | 'charge'
  /** In milliseconds. */
  readonly staleDates: number
}

type Checkout = {
  readonly plan: PlanId
  readonly planChange: Omit<PlanChange, 'currentState'> | null
}

export class PaidTimePayPal {
  readonly checkouts = new Map<string, Checkout>()
  readonly ledger
  private readonly now: () => Date

  /** `onEvent` receives the id of a subscription that has changed. */
  constructor(now: () => Date, onEvent: (id: string) => unknown, settings: PayPalSettings) {
    this.now = now
    this.ledger = openLedger({
      file: null,
      plans: ledgerPlans,
      now,
      emit: (event) => {
        if ('subscription' in event) onEvent(event.subscription.id)
      },
      ...settings,
    })
  }

  createCheckout(plan: PlanId, planChange: Checkout['planChange']) {
    const startsAt = planChange?.startsAt?.toISOString() ?? null
    const order = { planId: payPalPlans[plan], customId: 'ama', startsAt, returnUrl: '' }
    const created = this.ledger.create({ ...order, cancelUrl: '' }, null)
    if (!created.ok) throw new Error(created.failure)
    const { id } = created.value.subscription
    this.checkouts.set(id, { plan, planChange })
    return id
  }

  approve(id: string) {
    this.ledger.approve(id, payer)
  }

  private listPayments(payPalSubscription: string) {
    return this.ledger.paymentsOf(payPalSubscription, new Date(0), this.now())
  }

  /** `cents` is null for the whole payment. */
  refund({ provider, at }: { provider: string; at: Date }, cents: number | null) {
    if (cents === 0) return
    const payment = this.listPayments(provider).find((one) => isSamePayment(at, new Date(one.at)))!
    const part = cents === null ? {} : { value: toValue(cents) }
    const refunded = this.ledger.refund(payment.id, part)
    if (!refunded.ok && refunded.failure !== 'CAPTURE_FULLY_REFUNDED')
      throw new Error(`refund: ${refunded.failure}`)
  }

  end(payPalSubscription: string, lastDuePaymentAt: Date | null) {
    this.ledger.cancel(payPalSubscription)
    for (const payment of this.listPayments(payPalSubscription)) {
      const isDue = lastDuePaymentAt && new Date(payment.at) <= lastDuePaymentAt
      if (!isDue && payment.status === 'COMPLETED') this.ledger.refund(payment.id)
    }
  }

  readState(id: string) {
    const found = this.ledger.find(id)
    if (!found.ok) throw new Error(found.failure)
    return toPayPalState(found.value)
  }

  listPaymentsSince(id: string, since: Date | null): PayPalPayment[] {
    return this.ledger
      .paymentsOf(id, since ?? new Date(0), this.now())
      .filter(({ status }) => status !== 'DECLINED')
      .map(({ at, value, status }) => ({
        at: new Date(at),
        minorUnits: toCents(value),
        isPending: status === 'PENDING',
        isRefunded: status === 'REFUNDED',
      }))
  }

  /** Makes the payer's card accept or decline payments from now on. */
  setCard(isGood: boolean) {
    for (const { id } of this.ledger.list()) this.ledger.setDeclining(id, !isGood)
  }

  /** Charges a failed payment once. Returns whether it was declined. */
  captureBalance({ provider, plan, failedAt }: SubscriptionIn<'paymentFailed'>, requestId: string) {
    const { outstandingMinorUnits } = this.readState(provider)
    const hasPayment = this.listPayments(provider).some(
      ({ at, status }) => new Date(at) >= failedAt && status !== 'DECLINED',
    )
    if (outstandingMinorUnits === 0 || hasPayment) return false
    const due = Math.min(outstandingMinorUnits, getPlanPrice(plan).minorUnits)
    const captured = this.ledger.capture(provider, requestId, toValue(due))
    return captured.ok && captured.value.status === 'DECLINED'
  }

  /** After a payment, PayPal doesn't reactivate a subscription that it suspended because of failures. */
  activatePaid(payPalSubscription: string) {
    const { status, failedPayments } = this.readState(payPalSubscription)
    if (status === 'SUSPENDED' && failedPayments === 0) this.ledger.activate(payPalSubscription)
  }

  /** Lists every payment that hasn't been refunded in full, oldest first. */
  listKept(): KeptPayment[] {
    return [...this.checkouts].flatMap(([id, { plan }]) =>
      this.listPayments(id).flatMap((payment) => {
        if (payment.status === 'DECLINED' || payment.status === 'PENDING') return []
        const kept = toCents(payment.value) - toCents(this.ledger.sumRefunds(payment.id))
        return [{ id: payment.id, plan, at: new Date(payment.at), kept }]
      }),
    )
  }

  listRunning() {
    return this.ledger.list().filter(({ status }) => status === 'ACTIVE')
  }
}
