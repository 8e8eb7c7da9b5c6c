/** What the Worker does with events and time, without a database. */

import { describeSubscriptionTransitions } from '../../statistics/subscription-transitions.ts'
import type { RecordedTransition } from '../../statistics/transition-record.ts'
import { getDesiredStatus } from '../desired-status.ts'
import type { PlanKind } from '../offer.ts'
import type { GiftTimeEmail, SubscriptionEmail } from '../outbox-item.ts'
import { getFirstBillingAt, isFirstBillingRight, preparePlanChange } from '../plan-change.ts'
import { noSubscription, type SubscriptionRecord } from '../subscription.ts'
import type { IgnoredReason, SubscriptionEvent } from '../subscription-event.ts'
import { transition } from '../transition.ts'
import type { ProviderModel } from './provider-model.ts'

export class WorkerModel {
  record: SubscriptionRecord = noSubscription
  readonly sentEmails: { readonly email: SubscriptionEmail | GiftTimeEmail; readonly at: Date }[] =
    []
  readonly usedGifts: string[] = []
  readonly transitions: RecordedTransition[] = []
  redeemedCount = 0
  freeMonth: { readonly provider: string; readonly from: Date; readonly until: Date } | null = null

  /** Checkouts that change the plan, by the provider's id of the new subscription. */
  readonly planChanges = new Map<string, { readonly from: string; readonly startsAt: Date }>()
  private readonly confirmedChanges = new Set<string>()

  readonly provider: ProviderModel

  constructor(provider: ProviderModel) {
    this.provider = provider
  }

  /** Returns why the event was ignored. */
  applyEvent(event: SubscriptionEvent, now: Date): IgnoredReason | null {
    const result = transition(this.record, event, now)
    if (!result.ok) return result.failure
    const { record, emails, giftEmails = [], usedGifts = [], ...effects } = result.value
    const { refundPaymentOf, surplus, replaced } = effects
    const cause = { event, isByOperator: false, at: now }
    this.transitions.push(...describeSubscriptionTransitions(this.record, record, cause))
    this.record = record
    const { subscription } = record
    if (event.kind === 'acceptOffer' && subscription?.heldUntil) {
      this.freeMonth = { provider: subscription.provider, from: now, until: subscription.heldUntil }
    }
    this.sentEmails.push(...[...emails, ...giftEmails].map((email) => ({ email, at: now })))
    this.usedGifts.push(...usedGifts)
    if (refundPaymentOf) this.refundPayment(refundPaymentOf.provider, refundPaymentOf.at)
    if (surplus) {
      this.provider.changeStatus(surplus.provider, 'CANCELLED')
      for (const payment of this.provider.payments) {
        if (payment.of === surplus.provider) payment.isReturned = true
      }
    }
    if (replaced) {
      const { provider, lastDuePaymentAt } = replaced
      this.provider.changeStatus(provider, 'CANCELLED')
      for (const payment of this.provider.payments) {
        const isDue = lastDuePaymentAt && payment.at <= lastDuePaymentAt
        if (payment.of === provider && !isDue) payment.isReturned = true
      }
    }
    return null
  }

  startPlanChange(kind: PlanKind, now: Date) {
    const prepared = preparePlanChange(this.record.subscription, kind, now)
    if (!prepared.ok) return
    const { plan, from, startsAt } = prepared.value
    this.planChanges.set(this.provider.create(plan, startsAt).id, { from, startsAt })
  }

  private refundPayment(of: string, at: Date) {
    const refunded = this.provider.payments.find(
      (payment) => payment.of === of && payment.at.getTime() === at.getTime(),
    )
    refunded!.isReturned = true
  }

  receiveState(id: string, now: Date) {
    const ignored = this.sync(id, now)
    const planChange = this.planChanges.get(id)
    if (ignored !== 'unfinished' || !planChange) return
    this.sync(planChange.from, now)
    if (this.sync(id, now) === 'unfinished') throw new Error('it is never up to date')
  }

  private sync(id: string, now: Date): IgnoredReason | null {
    const { subscriptions } = this.provider
    const providerState = subscriptions.get(id)!
    const checkout = this.planChanges.get(id)
    const isCurrent = checkout?.from === this.record.subscription?.provider
    const planChange = checkout && {
      ...checkout,
      currentState: isCurrent ? subscriptions.get(checkout.from)! : null,
    }
    const isNew = planChange !== undefined && !this.confirmedChanges.has(id)
    const ignored = this.applyEvent(
      {
        kind: 'providerSynced',
        providerState,
        plan: providerState.plan,
        ...(planChange ? { planChange, isNew } : {}),
      },
      now,
    )
    if (!ignored) this.confirmedChanges.add(id)
    return ignored
  }

  /** In production, every minute. */
  runCronJobs(now: Date) {
    this.applyEvent({ kind: 'timePassed' }, now)
    const { subscription, isReconciled } = this.record
    const desiredStatus = getDesiredStatus(subscription)
    if (isReconciled || !subscription || !desiredStatus) return
    const { provider } = subscription
    const firstBillingAt = getFirstBillingAt(subscription, now)
    const { startsAt } = this.provider.subscriptions.get(provider)!
    if (firstBillingAt && !isFirstBillingRight(subscription, startsAt, now))
      this.provider.setStart(provider, firstBillingAt, now)
    this.provider.changeStatus(provider, desiredStatus)
    this.receiveState(subscription.provider, now)
  }
}
