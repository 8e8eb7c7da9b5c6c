/** Guests' purchases: who can move one to an account, and what a refused claim leaves unchanged. */
import { beforeEach, describe, expect, it } from 'vitest'
import { unapprovedMemory } from '../identity/caller-paypal.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import { type Actor, applySubscriptionEvent } from './change-subscription.ts'
import {
  buyAsGuest,
  claim,
  createAccount,
  readAnswer,
  readCheckout,
  readCode,
  readGuestRecord,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
})

describe('a guest’s purchase', () => {
  it('creates one account, however often the request is repeated, and never joins an existing account', async () => {
    const { browser, accounts } = harness
    const id = await startMonthlyCheckout(browser)
    const taken = { email: 'ama@example.com' }
    for (const changes of [{}, taken])
      expect(await readCode(createAccount(browser, id, changes))).toBe('not_approved')
    harness.ledger.approve(id, payer)
    harness.now = new Date(harness.now.getTime() + unapprovedMemory)
    const stranger = harness.openBrowser()
    expect(await readCode(createAccount(stranger, id))).toBe('not_found')
    expect(await readCode(createAccount(browser, id, taken))).toBe('account_exists')
    const repeated = { requestId: crypto.randomUUID() }
    const answers = await Promise.all([1, 2].map(() => createAccount(browser, id, repeated)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([...accounts.values()]).toEqual([taken.email, payer.email])
    expect([...harness.signInEmails]).toEqual([payer.email])
    expect(browser.cookies.has('__Host-buyer')).toBe(false)
    // Simulates a lost response: another browser would need the same request id.
    expect(await readCode(createAccount(stranger, id))).toBe('not_found')
    expect(await readAnswer(createAccount(stranger, id, repeated))).toMatchObject({
      isEmailSent: true,
    })
    // The page doesn't mention an email, because the limits don't allow one.
    expect(await readAnswer(createAccount(stranger, id, repeated))).toMatchObject({
      isEmailSent: false,
    })
    // The request id has no effect once the owner has verified the address.
    const idToken = harness.openSignInLink(payer.email)
    expect((await harness.post('/api/session', { idToken })).status).toBe(200)
    expect(await readCode(createAccount(stranger, id, repeated))).toBe('not_found')
  })

  it('is finished with the emailed key on another device, which can’t buy in the payer’s name', async () => {
    const id = await buyAsGuest(harness)
    const key = await harness.tokens.issueToken('finishCheckout', id, harness.now)
    const elsewhere = harness.openBrowser()
    const approve = (body: object, { send } = elsewhere) =>
      send('POST', `/api/checkout/${id}/approval`, body)
    expect(await readCode(approve({}))).toBe('not_found')
    expect(await readAnswer(approve({ key }))).toMatchObject({ payer: { email: payer.email } })
    expect(elsewhere.cookies.has('__Host-buyer')).toBe(false)
    expect(await readCode(createAccount(elsewhere, id))).toBe('not_found')
    expect((await createAccount(elsewhere, id, { key })).status).toBe(200)
    expect(await readCode(approve({ key }, harness.openBrowser()))).toBe('not_found')
  })

  it('can be claimed only with its own key, by a reader, once it’s paid', async () => {
    const [id, other] = [
      await startMonthlyCheckout(harness.openBrowser()),
      await buyAsGuest(harness),
    ]
    expect(await readCode(claim(harness, id))).toBe('signed_out')
    await harness.logIn()
    expect(await readCode(claim(harness, id))).toBe('not_found')
    harness.ledger.approve(id, payer)
    harness.now = new Date(harness.now.getTime() + unapprovedMemory)
    const { tokens, now } = harness
    const othersKey = await tokens.issueToken('finishCheckout', other, now)
    for (const key of [undefined, '', 'x', othersKey, await tokens.issueToken('buyer', id, now)])
      expect(await readCode(harness.post(`/api/checkout/${id}/claim`, { key }))).toBe('not_found')
    for (let again = 0; again < 2; again++)
      expect(await readAnswer(claim(harness, id))).toMatchObject({ status: 'isSubscribed' })
    expect(await readGuestRecord(harness, id)).toEqual(await harness.record())
  })
})

it('a purchase that has moved is changed by PayPal’s events and cron jobs, not by someone acting for the guest', async () => {
  await harness.logIn()
  const id = await buyAsGuest(harness)
  const { uid } = await readCheckout(harness, id)
  expect((await claim(harness, id)).status).toBe(200)
  expect((await harness.record(uid)).movedTo).toBe(harness.uid)

  const change = (by: Actor, kind: 'cancel' | 'endNow') =>
    applySubscriptionEvent(harness.deps, uid, by, { kind })
  for (const by of ['reader', { operator: 'desk', message: null }] as const)
    for (const kind of ['cancel', 'endNow'] as const)
      expect(await change(by, kind)).toMatchObject({ value: { ignored: 'moved' } })
  expect((await harness.record()).subscription?.state).toBe('active')
  expect(await change('provider', 'cancel')).toMatchObject({ value: { ignored: null } })
  expect((await harness.record()).subscription?.state).toBe('ending')
})
