/** The fake PayPal of one reader, with the calls that the Worker makes. */
import { openLedger } from '../../../scripts/dev/fakes/paypal/ledger.ts'
import { minute } from '../../../src/domain/duration.ts'
import type { PayPalPayment } from '../../../src/domain/subscription/paypal-subscription.ts'
import { getPlanPrice, type PlanId } from '../../../src/domain/subscription/plan.ts'
import type { PlanChange } from '../../../src/domain/subscription/subscription-event.ts'
import { ledgerPlans, payPalPlans, toPayPalState } from '../../testing/in-process-paypal.ts'

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

export type PayPalSettings = {
  readonly missedDates: 'skip' | 'charge'
  /** Milliseconds. */
  readonly staleDates: number
}

export class PaidTimePayPal {
  readonly checkouts = new Map<
    string,
    { readonly plan: PlanId; readonly planChange: Omit<PlanChange, 'currentState'> | null }
  >()
  readonly ledger
  private readonly now: () => Date

  /** `onEvent` receives the id of a subscription that has changed. */
  constructor(now: () => Date, onEvent: (id: string) => void, settings: PayPalSettings) {
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

  createCheckout(plan: PlanId, planChange: Omit<PlanChange, 'currentState'> | null) {
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

  /** `cents`: null for the whole payment. */
  refund(payPalSubscription: string, at: Date, cents: number | null) {
    if (cents === 0) return
    const payment = this.listPayments(payPalSubscription).find(
      (one) => Math.abs(new Date(one.at).getTime() - at.getTime()) <= minute,
    )
    const refunded = this.ledger.refund(
      payment!.id,
      cents === null ? {} : { value: toValue(cents) },
    )
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

  /** The payer's card pays, or declines, from now on. */
  setCard(isGood: boolean) {
    for (const { id } of this.ledger.list()) this.ledger.setDeclining(id, !isGood)
  }

  /** Charges a failed payment, once. Returns whether it was declined. */
  captureBalance(
    payPalSubscription: string,
    plan: PlanId,
    failedAt: Date,
    requestId: string,
  ): boolean {
    const { outstandingMinorUnits } = this.readState(payPalSubscription)
    const hasPayment = this.listPayments(payPalSubscription).some(
      ({ at, status }) => new Date(at) >= failedAt && status !== 'DECLINED',
    )
    if (outstandingMinorUnits === 0 || hasPayment) return false
    const due = Math.min(outstandingMinorUnits, getPlanPrice(plan).minorUnits)
    const captured = this.ledger.capture(payPalSubscription, requestId, toValue(due))
    return captured.ok && captured.value.status === 'DECLINED'
  }

  /** PayPal doesn't reactivate after a payment what it has suspended after failures. */
  activatePaid(payPalSubscription: string) {
    const { status, failedPayments } = this.readState(payPalSubscription)
    if (status === 'SUSPENDED' && failedPayments === 0) this.ledger.activate(payPalSubscription)
  }

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
