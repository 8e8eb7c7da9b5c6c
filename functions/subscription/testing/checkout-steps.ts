import { toCents } from '../../../scripts/dev/fakes/paypal/payment-value.ts'
import type { ApprovalResponse } from '../../../src/contracts/endpoints/checkout-endpoints.ts'
import { succeed } from '../../../src/domain/result.ts'
import type { PayPalTransaction } from '../../platform/adapters/paypal-payments.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { payer, WorkerHarness } from '../../testing/worker-harness.ts'
import { findCheckout } from '../stored-checkout.ts'

/** Creates a harness whose reader has paid for a monthly plan. */
export async function openSubscriber(): Promise<WorkerHarness> {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  return harness
}

type Browser = Pick<WorkerHarness['browser'], 'send'>
type Answer<Body> = Body & { readonly error?: { readonly code: string } }

export const readCode = async (response: Response | Promise<Response>) =>
  (await readAnswer<object>(response)).error?.code

export const readAnswer = async <Body>(response: Response | Promise<Response>) =>
  (await response).json() as Promise<Answer<Body>>

/** Returns PayPal's id for the subscription. */
export async function startMonthlyCheckout(
  browser: Browser,
  requestId: string = crypto.randomUUID(),
): Promise<string> {
  const choice = { kind: 'monthly', source: null, requestId }
  const { id } = await readAnswer<{ id: string }>(browser.send('POST', '/api/checkout', choice))
  return id
}

/** Returns PayPal's id for a subscription that another guest has paid for. */
export async function buyAsGuest(harness: WorkerHarness): Promise<string> {
  const id = await startMonthlyCheckout(harness.openBrowser())
  harness.ledger.approve(id, payer)
  return id
}

export const createAccount = ({ send }: Browser, id: string, changes: object = {}) => {
  const person = { first_name: 'Nimal', last_name: 'Perera', email: payer.email }
  const fields = { ...person, requestId: crypto.randomUUID(), ...changes }
  return send('POST', `/api/checkout/${id}/account`, fields)
}

/** Claims a checkout with the key from the email to the payer. */
export const claim = async ({ browser, tokens, now }: WorkerHarness, id: string) =>
  browser.send('POST', `/api/checkout/${id}/claim`, {
    key: await tokens.issueToken('finishCheckout', id, now),
  })

/** Sends the request that the page sends when PayPal's window has closed. */
export const requestApproval = (harness: WorkerHarness, id: string) =>
  readAnswer<ApprovalResponse>(harness.post(`/api/checkout/${id}/approval`, {}))

export const readCheckout = async ({ database }: WorkerHarness, id: string) =>
  unwrap(await findCheckout(database.firestore, id))!

/** Reads the record of the guest who started this checkout. */
export const readGuestRecord = async (harness: WorkerHarness, id: string) =>
  harness.record((await readCheckout(harness, id)).uid)

/** Lists payments, oldest first. */
export const listPayments = (
  { ledger, provider: payPalSubscription, now }: WorkerHarness,
  id: string = payPalSubscription,
  since = new Date(0),
) => ledger.paymentsOf(id, since, now)

/** Lists payments since a given time, less the returned amounts, oldest first. */
export const listKept = (harness: WorkerHarness, since = new Date(0)) =>
  listPayments(harness, harness.provider, since).map(({ id, at, value }) => ({
    at: at.slice(0, 10),
    minorUnits: toCents(value) - toCents(harness.ledger.sumRefunds(id)),
  }))

/** Changes PayPal's list of payments until the returned function is called. */
export function changeList(
  { paypal }: WorkerHarness,
  change: (listed: readonly PayPalTransaction[]) => readonly PayPalTransaction[],
) {
  const { transactions } = paypal
  const listChanged: typeof transactions = async (...options) => {
    const listed = await transactions(...options)
    return listed.ok ? succeed(change(listed.value)) : listed
  }
  Object.assign(paypal, { transactions: listChanged })
  return () => Object.assign(paypal, { transactions })
}

export const findAtPayPal = ({ ledger }: WorkerHarness, id: string) => unwrap(ledger.find(id))
