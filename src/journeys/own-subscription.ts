/** Readers with a subscription of their own, for journeys that change it. */
import type { BrowserContext } from '@playwright/test'
import { makeAccount, newName } from '../../scripts/local/own-accounts.ts'
import { payerAt } from '../../scripts/local/paypal/payer.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import {
  providerOf,
  type SampleSubscription,
  storeSubscription,
} from '../../scripts/sample/subscriptions.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { enter } from './own-reader.ts'

const day = 24 * 60 * 60 * 1000

/** So many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * day)

/** Runs, paid for twenty more days, by the month. */
export const running = {
  state: 'active',
  plan: 'monthly_13',
  paidThrough: inDays(20),
} as const satisfies SampleSubscription

export const ofStack = () => {
  const { payPalUrl, buildEnvironment } = runningStack()
  return { payPalUrl, payer: payerAt(payPalUrl), firestore: connectFirestore(buildEnvironment) }
}

/** Makes an account with this subscription. Answers its address and PayPal's id of the subscription. */
export async function makeSubscriber(subscription: SampleSubscription = running) {
  const { payPalUrl, firestore } = ofStack()
  const name = newName()
  const email = `${name}@example.com`
  const uid = await makeAccount(runningStack(), email)
  await storeSubscription(firestore, payPalUrl, { uid, email }, subscription)
  return { name, email, provider: providerOf(uid) }
}

/** The same, logged in. */
export async function subscriber(
  context: BrowserContext,
  subscription: SampleSubscription = running,
): Promise<{ readonly email: string; readonly provider: string }> {
  const made = await makeSubscriber(subscription)
  await enter(context, made)
  return made
}
