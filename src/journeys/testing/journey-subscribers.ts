import type { Browser, BrowserContext } from '@playwright/test'
import { connectPayer } from '../../../scripts/dev/fakes/paypal/paypal-payer.ts'
import {
  getProviderId,
  type SampleSubscription,
  storeSubscription,
} from '../../../scripts/dev/sample/sample-subscriptions.ts'
import { connectFirestore } from '../../../scripts/shared/connect-firestore.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { createAccount, signInWithIdToken } from './journey-accounts.ts'
import { openPage } from './page-actions.ts'

const day = 24 * 60 * 60 * 1000

export const daysFromNow = (days: number) => new Date(Date.now() + days * day)

export const activeSubscription = {
  state: 'active',
  plan: 'monthly_13',
  paidThrough: daysFromNow(20),
} as const satisfies SampleSubscription

/** A failed payment whose grace period is over. */
export const failedLongAgo = () => ({
  state: 'paymentFailed' as const,
  plan: 'annual_99' as const,
  paidThrough: daysFromNow(-10),
  failedAt: daysFromNow(-10),
})

export const endedSubscription = () => ({
  state: 'ended' as const,
  plan: 'annual_99' as const,
  paidThrough: daysFromNow(-60),
  stoppedAt: daysFromNow(-90),
  endedAt: daysFromNow(-60),
})

export const connectStack = () => {
  const { payPalUrl, buildEnvironment } = readRunningStack()
  return {
    payPalUrl,
    payer: connectPayer(payPalUrl),
    firestore: connectFirestore(buildEnvironment),
  }
}

/** `provider` is PayPal's id for the subscription. */
async function createSubscriber(subscription: SampleSubscription = activeSubscription) {
  const { payPalUrl, firestore } = connectStack()
  const account = await createAccount()
  await storeSubscription(firestore, payPalUrl, account, subscription)
  return { ...account, provider: getProviderId(account.uid) }
}

export async function signInAsSubscriber(
  context: BrowserContext,
  subscription: SampleSubscription = activeSubscription,
) {
  const subscriber = await createSubscriber(subscription)
  await signInWithIdToken(context, subscriber)
  return subscriber
}

/** Signs in as “Nilmini”, who gives stories to other readers. */
export async function signInAsNilmini(context: BrowserContext) {
  const { uid } = await signInAsSubscriber(context)
  const fields = { first_name: 'Nilmini' }
  const named = await connectStack().firestore.commit([
    { set: `users/${uid}`, fields, merge: true },
  ])
  if (!named.ok) throw new Error(named.failure.kind)
}

/** Signs in a subscriber on another device, for journeys of several readers. The caller closes the context. */
export async function openAsSubscriber(
  browser: Browser,
  subscription: SampleSubscription,
  path: string,
) {
  const context = await browser.newContext()
  const subscriber = await signInAsSubscriber(context, subscription)
  const page = await context.newPage()
  await openPage(page, path)
  return { ...subscriber, page }
}
