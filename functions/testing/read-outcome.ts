import { recordsCollection } from '../statistics/records/create-record-writes.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import type { WorkerHarness } from './worker-harness.ts'

/** Reads everything that could be lost or happen twice. */
export async function readOutcome(harness: WorkerHarness) {
  const { ledger, provider: payPalSubscription, uid } = harness
  const stored = await findCheckout(harness.database.firestore, payPalSubscription)
  const ownerUid = stored.ok && stored.value?.isGuest === false ? stored.value.uid : uid
  const { subscription, isReconciled, bank } = await harness.record(ownerUid)
  const storedGifts = await harness.queryAll({ collection: 'gifts' })
  const history = await harness.queryAll({
    collection: 'history',
    parent: subscriptionPath(ownerUid),
  })
  // After an interruption, a second copy has the same id.
  const emailsById = new Map(harness.sentEmails.map(({ id, line }) => [id, line]))
  const providerStatus = ledger.find(payPalSubscription)
  return {
    belongsToReader: ownerUid === uid,
    state: subscription?.state,
    resumesAt: subscription?.state === 'paused' ? subscription.resumesAt : null,
    isReconciled,
    providerStatus: providerStatus.ok ? providerStatus.value.status : null,
    sentEmails: [...emailsById.values()].sort(),
    refunded: harness.refunded.length,
    outboxItems: (await harness.queryAll({ collection: 'outbox' })).length,
    history: history.map(({ fields }) => fields.to),
    gifts: storedGifts.map(({ fields: { state, redeemer, buyerEmail } }) =>
      [state, redeemer, buyerEmail].join(),
    ),
    bank: bank.map(({ source, months, isSuspended }) => ({ source, months, isSuspended })),
    used: subscription?.used.map(({ source, months, state }) => ({ source, months, state })),
    atPayPal: ledger.list().map(({ planId, status }) => `${planId}: ${status}`),
    undeliveredEvents: harness.events.length,
    accounts: harness.accounts.size,
    credit: (await harness.queryAll({ collection: 'referrals' })).map(({ fields }) =>
      (fields.ledger as { kind: string }[]).map(({ kind }) => kind),
    ),
    returned: ledger
      .paymentsOf(payPalSubscription, new Date(0), harness.now)
      .map(({ id }) => ledger.listRefunds(id).map(({ value }) => value))
      .map((refunds) => refunds.join(' and ') || '0.00'),
    transitions: (await harness.queryAll({ collection: recordsCollection }))
      .map(({ fields: { kind, plan, amount, reason } }) => [kind, plan, amount, reason].join())
      .sort(),
    signInEmails: harness.signInEmails.size,
    isLoggedIn: harness.cookies.has('__Host-session'),
  }
}
