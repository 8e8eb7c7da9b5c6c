/** Purchases through the Worker's routes, interrupted at every call; the page repeats its request. */

import { beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../src/domain/result.ts'
import { startedSubject } from '../email/running-subscription-emails.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import { openReader } from '../testing/counted-purchases.ts'
import { type Flow, testFlows } from '../testing/fault-injection.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import {
  createAccount as create,
  readAnswer,
  readCheckout,
  readCode,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

const checkout = '/api/checkout'
const requestId = '5e0b8d0e-6d0c-4d4e-9a51-1d6b2a3a7c11'

async function startCheckout(harness: WorkerHarness) {
  const response = await harness.post(checkout, { kind: 'monthly', source: 'header', requestId })
  const started = (await response.json()) as { id: string }
  expect(started).toMatchObject({ id: expect.stringMatching(/^I-/) })
  harness.provider = started.id
}

const approve = (harness: WorkerHarness) => harness.ledger.approve(harness.provider, payer)

const returnFromPayPal = async (harness: WorkerHarness) =>
  expect(await requestApproval(harness, harness.provider)).toMatchObject({ state: 'running' })

async function createAccount({ browser, provider: payPalSubscription }: WorkerHarness) {
  const created = await readAnswer(create(browser, payPalSubscription, { requestId }))
  expect(created).toMatchObject({ signedIn: true, entitled: true })
}

const claim = (harness: WorkerHarness) => harness.post(`${checkout}/${harness.provider}/claim`, {})

async function expectClaimed(harness: WorkerHarness) {
  expect(await (await claim(harness)).json()).toMatchObject({ status: 'isSubscribed' })
}

const logInAfter = (prepare: Flow['prepare']) => async (harness: WorkerHarness) => {
  await prepare(harness)
  await harness.logIn()
}

async function subscribeAndCancel(harness: WorkerHarness) {
  await harness.subscribe()
  await harness.applyEvent({ kind: 'cancel' })
  await harness.runUntilIdle()
  await harness.advanceDays(40)
}

async function payAsGuest(harness: WorkerHarness) {
  await startCheckout(harness)
  approve(harness)
}

async function payAndSync(harness: WorkerHarness) {
  await payAsGuest(harness)
  await harness.runUntilIdle()
}

/** The outbox item that looks up an unapproved checkout at PayPal a day later. */
const pendingItems = 1

const readersPurchase: Flow = {
  prepare: async (harness) => {
    await harness.logIn()
    await startCheckout(harness)
  },
  run: async (harness) => {
    approve(harness)
    await returnFromPayPal(harness)
  },
}

const flows: Readonly<Record<string, Flow>> = {
  'a guest’s choice': {
    prepare: async () => {},
    run: startCheckout,
    pendingItems,
  },
  'a guest’s return from PayPal': {
    prepare: payAsGuest,
    run: returnFromPayPal,
    pendingItems,
  },
  'a guest’s account': {
    outcome: {
      state: 'active',
      providerStatus: 'ACTIVE',
      sentEmails: [expect.stringContaining(startedSubject)],
      accounts: 2,
      signInEmails: 1,
      isLoggedIn: true,
    },
    prepare: async (harness) => {
      await payAsGuest(harness)
      await returnFromPayPal(harness)
    },
    run: createAccount,
  },
  'a reader’s purchase': readersPurchase,
  'a former subscriber’s choice': {
    prepare: logInAfter(subscribeAndCancel),
    run: startCheckout,
    pendingItems,
  },
  'a reader’s trial': { ...readersPurchase, trialDays: 7 },
  'a claim': {
    outcome: { belongsToReader: true, state: 'active', refunded: 0, accounts: 1 },
    prepare: logInAfter(payAndSync),
    run: expectClaimed,
  },
  'a claim before PayPal’s event': {
    prepare: logInAfter(payAsGuest),
    run: expectClaimed,
  },
  'a subscriber’s claim': {
    outcome: { belongsToReader: true, state: 'active', providerStatus: 'CANCELLED', refunded: 1 },
    prepare: logInAfter(async (harness) => {
      await harness.subscribe()
      await payAndSync(harness)
    }),
    run: claim,
  },
  'a former subscriber’s claim': {
    prepare: logInAfter(async (harness) => {
      await subscribeAndCancel(harness)
      await payAndSync(harness)
    }),
    run: expectClaimed,
  },
}

it('a guest who fails the bot check gets no checkout, and a reader needs no check', async () => {
  const verify: BotCheck['verify'] = async () => fail({ kind: 'refused', reason: 'score' })
  const harness = new WorkerHarness({ services: { botCheck: { verify } } })
  await harness.storeReaderAndCheckout()
  const choice = { kind: 'monthly', source: null, requestId }
  expect(await readCode(harness.post(checkout, choice))).toBe('bot_check_failed')
  await harness.logIn()
  expect((await harness.post(checkout, choice)).status).toBe(200)
})

describe.each([
  ['a reader', 0],
  ['a guest', 7],
])('a checkout by %s with %i free days', (who, trialDays) => {
  let harness: WorkerHarness
  beforeEach(async () => {
    harness = new WorkerHarness({ trialDays })
    await harness.storeReaderAndCheckout()
    if (who === 'a reader') await harness.logIn()
  })

  const start = (requestId: string = crypto.randomUUID()) =>
    startMonthlyCheckout(harness.browser, requestId)

  it('is shared by simultaneous and later requests, but not by another reader’s', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => start(requestId)))
    await harness.advanceMinutes(5)
    expect(new Set([...ids, await start(requestId)]).size).toBe(1)
    expect(await startMonthlyCheckout(await openReader(harness, 'nimal'), requestId)).not.toBe(
      ids[0],
    )
  })

  it('expires in 30 days, and never once it’s paid', async () => {
    const id = await start()
    const { createdAt, expiresAt } = await readCheckout(harness, id)
    expect(expiresAt!.getTime() - createdAt.getTime()).toBe(30 * 24 * 60 * 60 * 1000)
    harness.ledger.approve(id, payer)
    await requestApproval(harness, id)
    expect((await readCheckout(harness, id)).expiresAt).toBeNull()
  })

  it('is refused if another checkout is already paid, even in another tab', async () => {
    const [first, second] = [await start(), await start()]
    harness.ledger.approve(first, payer)
    expect(await requestApproval(harness, first)).toMatchObject({ state: 'running' })
    const choice = { kind: 'annual', source: null, requestId }
    expect(await readCode(harness.post(checkout, choice))).toBe('already_subscribed')
    harness.ledger.approve(second, payer)
    expect((await requestApproval(harness, second)).error?.code).toBe('already_subscribed')
  })
})

it('one of several simultaneous purchases with one student address is kept, and the others are refunded', async () => {
  const harness = new WorkerHarness()
  const { tokens, ledger, now } = harness
  const student = await tokens.issueToken('student', 'hash', now)
  const approvals = [1, 2, 3].map(async () => {
    const { cookies, send } = harness.openBrowser()
    cookies.set('__Host-student', student)
    const choice = { kind: 'student', source: null, requestId: crypto.randomUUID() }
    const { id } = await readAnswer<{ id: string }>(send('POST', checkout, choice))
    ledger.approve(id, payer)
    return () => send('POST', `${checkout}/${id}/approval`, {})
  })
  const answers = await Promise.all((await Promise.all(approvals)).map((send) => send()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await harness.runUntilIdle()
  expect(harness.refunded).toHaveLength(2)
})

testFlows(flows, { isRepeatedByReader: true })
