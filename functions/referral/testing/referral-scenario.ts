import type { LedgerEntry } from '../../../src/domain/referral/ledger.ts'
import { grantCredit, summariseLedger } from '../../../src/domain/referral/ledger.ts'
import { changeLedger, openReferral, readReferral } from '../../credit/referral-record.ts'
import { readAnswer } from '../../subscription/testing/checkout-steps.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { payer, type WorkerHarness } from '../../testing/worker-harness.ts'

export const referrer = 'ravi'

/** Creates another account with a referral link. The harness's default reader is the friend. */
export async function addReferrer(harness: WorkerHarness): Promise<string> {
  const { firestore } = harness.database
  const email = `${referrer}@example.com`
  const reader = { first_name: 'Ravi', last_name: '', email, createdAt: harness.now }
  harness.accounts.set(referrer, email)
  await harness.store({ [`users/${referrer}`]: reader })
  return unwrap(await openReferral(firestore, referrer, harness.now)).code
}

export async function addCodeToCheckout(harness: WorkerHarness, referral: string) {
  await harness.merge(`checkouts/${harness.provider}`, { referral })
}

export const refer = async (harness: WorkerHarness) =>
  addCodeToCheckout(harness, await addReferrer(harness))

export const approve = (harness: WorkerHarness) => harness.ledger.approve(harness.provider, payer)

/** Adds credit as an operator, which is the simplest way. */
export async function addCredit(harness: WorkerHarness, amount: number, uid: string = harness.uid) {
  const { firestore } = harness.database
  unwrap(await openReferral(firestore, uid, harness.now))
  const credit = { amount, operator: 'asha', reason: 'test' }
  unwrap(await changeLedger(firestore, uid, (ledger) => grantCredit(ledger, credit, harness.now)))
}

/** Passes a month, and PayPal bills the subscription. */
export async function renew(harness: WorkerHarness) {
  await harness.advanceDays(31)
  harness.ledger.billSubscription(harness.provider, true)
}

export async function passMonth(harness: WorkerHarness) {
  await harness.advanceDays(31)
  await harness.runUntilIdle()
}

export const readState = async (harness: WorkerHarness) =>
  (await harness.record()).subscription?.state

/** Starts a yearly subscription with this code, and returns PayPal's id for it. */
export async function startAsGuest(harness: WorkerHarness, code: string): Promise<string> {
  const { cookies, tokens, now } = harness
  cookies.set('__Host-referral', await tokens.issueToken('referral', code, now))
  const choice = { kind: 'annual', source: null, requestId: crypto.randomUUID() }
  const { id } = await readAnswer<{ id: string }>(harness.post('/api/checkout', choice))
  return id
}

export async function readLedger(harness: WorkerHarness, uid: string) {
  const found = unwrap(await readReferral(harness.database.firestore, uid))
  return found?.ledger ?? null
}

export const listKinds = async (harness: WorkerHarness, uid: string = referrer) =>
  (await readLedger(harness, uid))?.map(({ kind }: LedgerEntry) => kind)

export const summarise = async (harness: WorkerHarness, uid: string) =>
  summariseLedger((await readLedger(harness, uid))!)

/** Lists payments, oldest first. */
export const listPayments = ({ ledger, provider: payPalSubscription, now }: WorkerHarness) =>
  ledger.paymentsOf(payPalSubscription, new Date(0), now)

/** Lists the amounts that PayPal has refunded of each payment, oldest first. */
export const listRefunded = (harness: WorkerHarness) =>
  listPayments(harness).map(({ id }) => harness.ledger.sumRefunds(id))

export const listSubjects = (harness: WorkerHarness) => harness.listSentEmails()
