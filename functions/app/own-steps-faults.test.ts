/** A reader can repeat some steps at will, but their emails can't be used to flood somebody else's address. */

import { expect, it } from 'vitest'
import { minute } from '../../src/domain/duration.ts'
import { startedSubject } from '../email/running-subscription-emails.ts'
import { createAccount, readAnswer } from '../subscription/testing/checkout-steps.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import type { AllDeps } from './installed.ts'
import { sendPendingEmails } from './send-pending-emails.ts'

/** The last step of each plan's reader, and the subject of its email. A yearly plan can't be paused repeatedly. */
const stops = {
  annual: { step: { step: 'pause', months: 1 }, subject: /is paused until/ },
  monthly: { step: { step: 'cancel' }, subject: /cancelled/ },
} as const
type Kind = keyof typeof stops

type Account = Pick<WorkerHarness['browser'], 'send'> & { readonly uid: string }

/** Buys as a guest in a new browser, and enters this address after paying. */
async function buy(harness: WorkerHarness, kind: Kind, email: string): Promise<Account> {
  const browser = harness.openBrowser()
  const choice = { kind, source: null, requestId: crypto.randomUUID() }
  const { id } = await readAnswer<{ id: string }>(browser.send('POST', '/api/checkout', choice))
  harness.ledger.approve(id, payer)
  await browser.send('POST', `/api/checkout/${id}/approval`, {})
  expect((await createAccount(browser, id, { email })).status).toBe(200)
  const accounts = await harness.queryAll({ collection: 'users' })
  const { id: uid } = accounts.find(({ fields }) => fields.email === email)!
  return { ...browser, uid }
}

const verify = (harness: WorkerHarness, { uid }: Account) =>
  harness.merge(`users/${uid}`, { emailVerified: true })

/** Performs the step, and sends the emails that are due right after the response. */
async function take(harness: WorkerHarness, { send, uid }: Account, step: object) {
  expect((await send('PATCH', '/api/subscription', step)).status).toBe(200)
  const { deps, emailConfig, tokens } = harness
  const sending: Promise<unknown>[] = []
  const execution = { waitUntil: (promise: Promise<unknown>) => sending.push(promise) }
  sendPendingEmails({ ...deps, emailConfig, tokens, execution } as unknown as AllDeps, uid)
  await Promise.all(sending)
  harness.now = new Date(harness.now.getTime() + minute)
}

async function cancelAndReactivate(harness: WorkerHarness, account: Account) {
  await take(harness, account, { step: 'cancel' })
  await take(harness, account, { step: 'reactivate' })
}

async function runAfterHours(harness: WorkerHarness, hours: number) {
  await harness.advanceMinutes(hours * 60)
  await harness.runCron()
}

const listOwnSteps = ({ sentEmails }: WorkerHarness) =>
  sentEmails.map(({ line }) => line).filter((line) => !line.includes(startedSubject))

it.each([
  ['annual', 'unverified', 3],
  ['annual', 'verified', 6],
  ['monthly', 'unverified', 3],
  ['monthly', 'verified', 6],
] as const)(
  'an account on the %s plan whose address is %s gets few emails a day about its own steps, but always the last email',
  async (kind, address, perDay) => {
    const harness = new WorkerHarness()
    const email = 'asha@example.com'
    const account = await buy(harness, kind, email)
    if (address === 'verified') await verify(harness, account)
    for (let time = 0; time < 12; time++) await cancelAndReactivate(harness, account)
    await take(harness, account, stops[kind].step)
    await runAfterHours(harness, 20)
    expect(listOwnSteps(harness)).toHaveLength(perDay)
    await runAfterHours(harness, 5)
    expect(listOwnSteps(harness)).toHaveLength(perDay + 1)
    expect(listOwnSteps(harness).at(-1)).toMatch(stops[kind].subject)
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  },
)

it('an unverified address gets ten emails about its own steps in thirty days, however it’s spelled', async () => {
  const harness = new WorkerHarness()
  const accounts = [
    await buy(harness, 'annual', 'asha+one@gmail.com'),
    await buy(harness, 'annual', 'a.sha+two@gmail.com'),
  ]
  const counts: number[] = []
  for (let day = 0; day < 12; day++) {
    for (const account of accounts) await cancelAndReactivate(harness, account)
    await runAfterHours(harness, 24)
    counts.push(listOwnSteps(harness).length)
  }
  expect(counts[0]).toBeLessThanOrEqual(4)
  expect(counts.at(-1)).toBe(10)
})

it('a guest’s new account gets three sign-in emails a day, however often its page repeats the request', async () => {
  const harness = new WorkerHarness()
  const email = 'asha@example.com'
  const requestId = crypto.randomUUID()
  const { id } = await readAnswer<{ id: string }>(
    harness.post('/api/checkout', { kind: 'annual', source: null, requestId }),
  )
  harness.ledger.approve(id, payer)
  await harness.post(`/api/checkout/${id}/approval`, {})
  for (let time = 0; time < 20; time++) {
    expect((await createAccount(harness.browser, id, { email, requestId })).status).toBe(200)
    harness.now = new Date(harness.now.getTime() + minute)
  }
  expect(harness.sentSignInEmails).toEqual([email, email, email])
})
