/** The provider in tests of random lives: it bills, retries and sends messages. */
import { addMonths } from '../../month.ts'
import { type PlanId, plans } from '../plan.ts'
import type { ProviderSubscription } from '../provider-subscription.ts'

const day = 24 * 60 * 60 * 1000

/** The end of the period that a payment at `from` covers. */
export const getPaidEnd = (plan: PlanId, from: Date) =>
  addMonths(from, plans[plan].period === 'year' ? 12 : 1)

export type TestPayment = { readonly of: string; readonly at: Date; isReturned: boolean }

/** Retries a failed payment every five days, three times in all. */
export class ProviderModel {
  readonly plan: PlanId
  readonly subscriptions = new Map<string, ProviderSubscription & { retryAt: Date | null }>()
  readonly payments: TestPayment[] = []
  /** Ids of changed subscriptions. */
  readonly messages: string[] = []
  isCardGood = true

  constructor(plan: PlanId) {
    this.plan = plan
  }

  approvePayment(now: Date) {
    const id = `I-${this.subscriptions.size + 1}`
    this.payments.push({ of: id, at: now, isReturned: false })
    this.setStatus(id, {
      id,
      status: 'ACTIVE',
      nextBillingAt: getPaidEnd(this.plan, now),
      lastPaymentAt: now,
      failedPayments: 0,
      lastFailedAt: null,
      retryAt: null,
    })
  }

  private setStatus(id: string, next: ProviderSubscription & { retryAt: Date | null }) {
    this.subscriptions.set(id, next)
    this.messages.push(id)
  }

  advanceTo(now: Date) {
    for (const [id, subscription] of this.subscriptions) {
      if (subscription.status !== 'ACTIVE') continue
      const isBillingDue = subscription.retryAt ?? subscription.nextBillingAt!
      if (isBillingDue > now) continue
      if (this.isCardGood) {
        this.payments.push({ of: id, at: now, isReturned: false })
        this.setStatus(id, {
          ...subscription,
          lastPaymentAt: now,
          nextBillingAt: getPaidEnd(this.plan, now),
          failedPayments: 0,
          retryAt: null,
        })
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
    if (before === status || before === 'CANCELLED') return
    this.setStatus(id, { ...subscription, status })
  }
}
