import type { ApprovalResponse } from '../../../src/contracts/checkout-endpoints.ts'
import { unwrap } from '../../testing/unwrap.ts'
import type { WorkerHarness } from '../../testing/worker-harness.ts'
import { findCheckout } from '../stored-checkout.ts'

type Browser = Pick<WorkerHarness['browser'], 'send'>
type Answer<Body> = Body & { readonly error?: { readonly code: string } }

export const readAnswer = async <Body>(response: Promise<Response>) =>
  (await response).json() as Promise<Answer<Body>>

/** Returns PayPal's id of the subscription. */
export async function startMonthlyCheckout(
  browser: Browser,
  requestId: string = crypto.randomUUID(),
): Promise<string> {
  const choice = { kind: 'monthly', source: null, requestId }
  const { id } = await readAnswer<{ id: string }>(browser.send('POST', '/api/checkout', choice))
  return id
}

/** As the page does when PayPal's window has closed. */
export const requestApproval = (harness: WorkerHarness, id: string) =>
  readAnswer<ApprovalResponse>(harness.post(`/api/checkout/${id}/approval`, {}))

/** Of the guest who has started this checkout. */
export const readGuestRecord = async (harness: WorkerHarness, id: string) =>
  harness.record(unwrap(await findCheckout(harness.database.firestore, id))!.uid)

const cents = (value: string) => Math.round(Number(value) * 100)

/** Payments since then, less what was returned, oldest first. */
export const listKept = ({ ledger, provider, now }: WorkerHarness, since = new Date(0)) =>
  ledger.paymentsOf(provider, since, now).map(({ id, at, value }) => ({
    at: at.slice(0, 10),
    minorUnits: cents(value) - cents(ledger.sumRefunds(id)),
  }))

export const findAtPayPal = ({ ledger }: WorkerHarness, id: string) => unwrap(ledger.find(id))
