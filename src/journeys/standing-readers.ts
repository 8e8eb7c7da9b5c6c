/** Readers of their own whose subscription stands somewhere already, at PayPal's stand-in as well. */
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
const daysAgo = (days: number) => new Date(Date.now() - days * day)

/** A payment failed so long ago that nothing is open any more. */
export const longFailed = () => ({
  state: 'paymentFailed' as const,
  plan: 'annual_99' as const,
  paidThrough: daysAgo(10),
  failedAt: daysAgo(10),
})

export const ended = () => ({
  state: 'ended' as const,
  plan: 'annual_99' as const,
  paidThrough: daysAgo(60),
  stoppedAt: daysAgo(90),
  endedAt: daysAgo(60),
})

/** Logged in. Answers PayPal's name of the subscription. */
export async function readerStanding(
  context: BrowserContext,
  subscription: SampleSubscription,
): Promise<string> {
  const stack = runningStack()
  const name = newName()
  const email = `${name}@example.com`
  const uid = await makeAccount(stack, email)
  const firestore = connectFirestore(stack.buildEnvironment)
  await storeSubscription(firestore, stack.payPalUrl, { uid, email }, subscription)
  await enter(context, { name, email })
  return providerOf(uid)
}

/** Has PayPal do what it would do by itself (scripts/local/paypal/server.ts). */
export const tellPayPal = (control: string, order: unknown) =>
  payerAt(runningStack().payPalUrl).tell(control, order)
