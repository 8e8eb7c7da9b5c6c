/** What the Worker does with events and time, without a database. */

import { getDesiredStatus } from '../desired-status.ts'
import type { GiftTimeEmail, SubscriptionEmail } from '../outbox-item.ts'
import { noSubscription, type SubscriptionRecord } from '../subscription.ts'
import type { SubscriptionEvent } from '../subscription-event.ts'
import { transition } from '../transition.ts'
import type { ProviderModel } from './provider-model.ts'

export class WorkerModel {
  record: SubscriptionRecord = noSubscription
  readonly sentEmails: { readonly email: SubscriptionEmail | GiftTimeEmail; readonly at: Date }[] =
    []
  readonly usedGifts: string[] = []
  redeemedCount = 0
  freeMonth: { readonly provider: string; readonly from: Date; readonly until: Date } | null = null

  readonly provider: ProviderModel

  constructor(provider: ProviderModel) {
    this.provider = provider
  }

  applyEvent(event: SubscriptionEvent, now: Date) {
    const result = transition(this.record, event, now)
    if (!result.ok) return
    const { record, emails, giftEmails = [], usedGifts = [], ...effects } = result.value
    const { refundPaymentOf, surplus } = effects
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
  }

  private refundPayment(of: string, at: Date) {
    const refunded = this.provider.payments.find(
      (payment) => payment.of === of && payment.at.getTime() === at.getTime(),
    )
    refunded!.isReturned = true
  }

  receiveState(id: string, now: Date) {
    const { subscriptions, plan } = this.provider
    this.applyEvent({ kind: 'providerSynced', providerState: subscriptions.get(id)!, plan }, now)
  }

  /** In production, every minute. */
  runCronJobs(now: Date) {
    this.applyEvent({ kind: 'timePassed' }, now)
    const { subscription, isReconciled } = this.record
    const desiredStatus = getDesiredStatus(subscription)
    if (isReconciled || !subscription || !desiredStatus) return
    this.provider.changeStatus(subscription.provider, desiredStatus)
    this.receiveState(subscription.provider, now)
  }
}
