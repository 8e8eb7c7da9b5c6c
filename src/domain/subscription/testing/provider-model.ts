/** The provider in tests of random lives: it bills, retries and sends messages. */
import { addMonths } from '../../month.ts'
import { type PlanId, plans } from '../plan.ts'
import type { ProviderSubscription } from '../provider-subscription.ts'

const day = 24 * 60 * 60 * 1000

/** The end of the period that a payment at `from` covers. */
export const getPaidEnd = (plan: PlanId, from: Date) =>
  addMonths(from, plans[plan].period === 'year' ? 12 : 1)

export type TestPayment = {
  readonly of: string
  readonly plan: PlanId
  readonly at: Date
  isReturned: boolean
}

type ModelSubscription = ProviderSubscription & {
  readonly plan: PlanId
  readonly retryAt: Date | null
  readonly startsAt: Date | null
}

/** Retries a failed payment every five days, three times in all. */
export class ProviderModel {
  readonly plan: PlanId
  readonly subscriptions = new Map<string, ModelSubscription>()
  readonly payments: TestPayment[] = []
  /** Plan changes that were approved after their start. */
  readonly paidOnApproval = new Set<string>()
  /** Ids of changed subscriptions. */
  readonly messages: string[] = []
  isCardGood = true

  constructor(plan: PlanId) {
    this.plan = plan
  }

  approvePayment(now: Date) {
    this.charge(this.create(this.plan, null), now)
  }

  /** Waits for the payer's approval. */
  create(plan: PlanId, startsAt: Date | null): ModelSubscription {
    const id = `I-${this.subscriptions.size + 1}`
    const created = {
      id,
      plan,
      startsAt,
      status: 'APPROVAL_PENDING',
      nextBillingAt: startsAt,
      lastPaymentAt: null,
      failedPayments: 0,
      lastFailedAt: null,
      retryAt: null,
    } as const
    this.subscriptions.set(id, created)
    return created
  }

  approve(id: string, now: Date) {
    const created = this.subscriptions.get(id)!
    const { status, startsAt } = created
    if (status !== 'APPROVAL_PENDING') return
    if (startsAt && startsAt > now) this.setStatus(id, { ...created, status: 'ACTIVE' })
    else {
      this.paidOnApproval.add(id)
      this.charge(created, now)
    }
  }

  /** Of the first billing. */
  setStart(id: string, startsAt: Date, now: Date) {
    const subscription = this.subscriptions.get(id)!
    if (subscription.nextBillingAt! <= now || subscription.lastPaymentAt) return
    this.setStatus(id, { ...subscription, startsAt, nextBillingAt: startsAt })
  }

  private charge(subscription: ModelSubscription, now: Date) {
    const { id, plan } = subscription
    this.payments.push({ of: id, plan, at: now, isReturned: false })
    this.setStatus(id, {
      ...subscription,
      status: 'ACTIVE',
      nextBillingAt: getPaidEnd(plan, now),
      lastPaymentAt: now,
      failedPayments: 0,
      retryAt: null,
    })
  }

  private setStatus(id: string, next: ModelSubscription) {
    this.subscriptions.set(id, next)
    this.messages.push(id)
  }

  advanceTo(now: Date) {
    for (const [id, subscription] of this.subscriptions) {
      if (subscription.status !== 'ACTIVE') continue
      const isBillingDue = subscription.retryAt ?? subscription.nextBillingAt!
      if (isBillingDue > now) continue
      if (this.isCardGood) {
        this.charge(subscription, now)
      } else {
        const failedPayments = subscription.failedPayments + 1
        this.setStatus(id, {
          ...subscription,
          failedPayments,
          lastFailedAt: now,
          status: failedPayments === 3 ? 'SUSPENDED' : 'ACTIVE',
          retryAt: new Date(now.getTime() + 5 * day),
        })
      }
    }
  }

  /** Used by the reader, the operator and our API calls alike. */
  changeStatus(id: string, status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED') {
    const subscription = this.subscriptions.get(id)!
    const { status: before } = subscription
    if (before === status || before === 'CANCELLED' || before === 'APPROVAL_PENDING') return
    this.setStatus(id, { ...subscription, status })
  }
}
