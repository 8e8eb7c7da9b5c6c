/** Purchases in a Worker whose calls to PayPal are counted. */
import { readAnswer } from '../subscription/testing/checkout-steps.ts'
import { WorkerHarness } from './worker-harness.ts'

export type Browser = ReturnType<WorkerHarness['openBrowser']>

/**
 * Lists the names of the calls to PayPal, including those of jobs and events. PayPal's responses wait for
 * `answers.until`.
 */
export function openCountedHarness(rateLimits: object) {
  const harness = new WorkerHarness({ rateLimits })
  const calls: string[] = []
  const answers = { until: Promise.resolve() }
  for (const [name, call] of Object.entries(harness.paypal)) {
    const countedCall = async (...parameters: unknown[]) => {
      calls.push(name)
      await answers.until
      return (call as (...parameters: unknown[]) => unknown)(...parameters)
    }
    Object.assign(harness.paypal, { [name]: countedCall })
  }
  return { harness, calls, answers }
}

export async function openReader(harness: WorkerHarness, uid: string): Promise<Browser> {
  const email = `${uid}@example.com`
  const reader = { first_name: uid, last_name: '', email, createdAt: harness.now }
  await harness.store({ [`users/${uid}`]: reader })
  const browser = harness.openBrowser()
  await harness.logIn(uid, browser)
  return browser
}

export const sendGiftOrder = ({ send }: Browser, headers = {}, changes = {}) => {
  const order = {
    length: 3,
    recipient: null,
    day: null,
    message: '',
    senderName: 'Ama',
    buyerEmail: 'ama@example.com',
    requestId: crypto.randomUUID(),
    ...changes,
  }
  return send('POST', '/api/gifts', order, headers)
}

/** Returns PayPal's id for the order. */
export const startGift = async (browser: Browser, headers = {}) =>
  (await readAnswer<{ id: string }>(sendGiftOrder(browser, headers))).id

export const payGift = ({ send }: Browser, id: string, headers = {}) =>
  send('POST', `/api/gifts/${id}/payment`, undefined, headers)

export const approveCheckout = ({ send }: Browser, id: string) =>
  send('POST', `/api/checkout/${id}/approval`, {})
