import { describe, expect, it } from 'vitest'
import { approvalResponseSchema } from '../../src/contracts/checkout-endpoints.ts'
import { paymentsResponseSchema } from '../../src/contracts/payments-endpoints.ts'
import type { SubscriptionOutlookResponse } from '../../src/contracts/subscription-endpoints.ts'
import {
  approveCheckout,
  changeSubscription,
  createAccount,
  createChoice,
  createSubscriber,
  fakePayPal,
  makePaymentDue,
  readCurrentStatus,
  readSubscriptionStatus,
  requestApproval,
  sendChoice,
  startCheckout,
} from '../testing/checkout-requests.ts'
import {
  copyClient,
  createEdgeClient,
  createReaderWithSession,
  type EdgeClient,
  expectError,
  stack,
} from '../testing/edge-client.ts'
import { createAddress, createReader, readFields } from '../testing/test-readers.ts'
import { checkoutSchema } from './stored-checkout.ts'

const readApproval = async (client: EdgeClient, id: string) =>
  approvalResponseSchema.parse(await (await requestApproval(client, id)).json())

describe('buying', () => {
  it('opens everything once PayPal has activated it, and can be repeated', async () => {
    const client = await createReaderWithSession()
    const { id, plan, approveUrl } = await startCheckout(client, createChoice('annual'))
    expect(approveUrl).toContain(stack.payPalUrl)
    await expectError(requestApproval(client, id), 409, 'not_approved')
    expect(await readSubscriptionStatus(client)).toMatchObject({
      status: 'notSubscribed',
      allowedSteps: ['subscribe'],
    })

    await fakePayPal.approve(id, { byCard: true })
    for (let again = 0; again < 2; again++) {
      const answer = await readApproval(client, id)
      expect(answer).toMatchObject({
        state: 'running',
        plan,
        method: 'card',
        payer: null,
        subscription: { status: 'isSubscribed', detail: 'active', entitled: true, plan },
      })
    }
    expect(await readSubscriptionStatus(client)).toMatchObject({
      allowedSteps: ['cancel', 'pause', 'acceptOffer', 'changePlan'],
    })
  })

  it('is completed by the webhook if the reader closes the window', async () => {
    const client = await createReaderWithSession()
    const { id } = await startCheckout(client)
    await fakePayPal.approve(id)
    await expect.poll(() => readCurrentStatus(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('begins once if the same request is repeated', async () => {
    const [reader, guest] = [await createReaderWithSession(), createEdgeClient()]
    for (const client of [reader, guest]) {
      const body = createChoice()
      const started = await Promise.all([1, 2, 3].map(() => startCheckout(client, body)))
      expect(new Set(started.map(({ id }) => id)).size).toBe(1)
    }
    const other = await createReaderWithSession()
    const body = createChoice()
    expect((await startCheckout(reader, body)).id).not.toBe((await startCheckout(other, body)).id)
  })

  it('is refused to a subscriber, in another tab too', async () => {
    const client = await createReaderWithSession()
    const [first, second] = [await startCheckout(client), await startCheckout(client)]
    await approveCheckout(client, first.id)
    await expectError(sendChoice(client, createChoice('annual')), 409, 'already_subscribed')
    await fakePayPal.approve(second.id)
    await expectError(requestApproval(client, second.id), 409, 'already_subscribed')
    expect(await readSubscriptionStatus(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('reveals nothing to another reader', async () => {
    const { id } = await startCheckout(await createReaderWithSession())
    await fakePayPal.approve(id)
    for (const client of [await createReaderWithSession(), createEdgeClient()]) {
      await expectError(requestApproval(client, id), 404, 'not_found')
    }
  })

  it('lets a guest pay first', async () => {
    const client = createEdgeClient()
    const { id } = await startCheckout(client)
    const email = 'nimal@example.com'
    await fakePayPal.approve(id, { email, givenName: 'Nimal', surname: 'Perera' })
    const answer = await readApproval(client, id)
    expect(answer).toMatchObject({
      state: 'running',
      method: 'paypal',
      payer: { first_name: 'Nimal', last_name: 'Perera', email },
      subscription: null,
    })
    expect(await readSubscriptionStatus(client)).toMatchObject({ signedIn: false })
    await expectError(sendChoice(client, createChoice('annual')), 409, 'already_subscribed')
  })
})

describe('an unpaid checkout', () => {
  it('isn’t created for a guest who fails the bot check', async () => {
    for (const body of [createChoice(), { ...createChoice(), botCheck: 'forged' }]) {
      const refused = createEdgeClient().send('POST /api/checkout', body)
      await expectError(refused, 403, 'bot_check_failed')
    }
    const refused = sendChoice(createEdgeClient(), createChoice(), 0.1)
    await expectError(refused, 403, 'bot_check_failed')
    const reader = await createReaderWithSession()
    expect((await reader.send('POST /api/checkout', createChoice())).status).toBe(200)
  })

  it('expires in 30 days, and never once it’s paid', async () => {
    for (const client of [await createReaderWithSession(), createEdgeClient()]) {
      const { id } = await startCheckout(client)
      const { createdAt, expiresAt } = checkoutSchema.parse(await readFields(`checkouts/${id}`))
      expect(expiresAt!.getTime() - createdAt.getTime()).toBe(30 * 24 * 60 * 60 * 1000)
      await approveCheckout(client, id)
      expect(await readFields(`checkouts/${id}`)).toMatchObject({ expiresAt: null })
    }
  })

  it('answers the same for known and unknown emails, creates no account and sends no email', async () => {
    const known = await createReader()
    const client = createEdgeClient()
    const { id } = await startCheckout(client)
    const messages: string[] = []
    for (const email of [known.email, createAddress()]) {
      messages.push(await expectError(createAccount(client, id, email), 409, 'not_approved'))
      const sent = (await (await fetch(`${stack.inboxUrl}/auth-emails`)).json()) as { to: string }[]
      expect(sent.filter(({ to }) => to === email)).toEqual([])
    }
    expect(messages[1]).toBe(messages[0])
  })
})

describe('PATCH /api/subscription', () => {
  it('cancels and reactivates, here and at PayPal', async () => {
    const { client, id } = await createSubscriber()
    const cancelled = await changeSubscription(client, 'cancel')
    expect(await cancelled.json()).toMatchObject({
      status: 'isEnding',
      entitled: true,
      allowedSteps: ['reactivate'],
    })
    expect(await fakePayPal.findStatus(id)).toBe('SUSPENDED')
    expect(await readSubscriptionStatus(client)).toMatchObject({
      status: 'isEnding',
      detail: 'cancelled',
    })

    await expectError(changeSubscription(client, 'cancel'), 409, 'not_possible')
    expect((await changeSubscription(client, 'reactivate')).status).toBe(200)
    expect(await fakePayPal.findStatus(id)).toBe('ACTIVE')
    expect(await readSubscriptionStatus(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('pauses, and accepts the offer once', async () => {
    const { client, id } = await createSubscriber()
    const offer = await (await changeSubscription(client, 'acceptOffer')).json()
    expect(offer).toMatchObject({ status: 'isSubscribed', givenMonths: 1 })
    const paused = await (await changeSubscription(client, 'pause', { months: 3 })).json()
    expect(paused).toMatchObject({
      detail: 'paused',
      allowedSteps: ['cancel', 'reactivate', 'changePlan'],
    })
    expect(await fakePayPal.findStatus(id)).toBe('SUSPENDED')
    expect((await changeSubscription(client, 'reactivate')).status).toBe(200)
    await expectError(changeSubscription(client, 'acceptOffer'), 409, 'not_possible')
  })

  it('refuses another device’s outdated change, and updates its status', async () => {
    const { client } = await createSubscriber()
    const other = copyClient(client)
    expect((await changeSubscription(client, 'cancel')).status).toBe(200)
    expect(await readSubscriptionStatus(other)).toMatchObject({ detail: 'active' })
    await expectError(changeSubscription(other, 'acceptOffer'), 409, 'not_possible')
    expect(await readSubscriptionStatus(other)).toMatchObject({
      detail: 'cancelled',
      allowedSteps: ['reactivate'],
    })
  })

  it('retries a failed payment, and tells if it’s declined again', async () => {
    const { client, uid, id } = await createSubscriber()
    await makePaymentDue({ uid, id })
    await fakePayPal.trigger('decline', { id, isDeclining: true })
    await fakePayPal.trigger('bill', { id, isPaid: false })
    await expect
      .poll(() => readCurrentStatus(client))
      .toMatchObject({ detail: 'paymentFailed', allowedSteps: ['cancel', 'retryPayment'] })
    await expectError(changeSubscription(client, 'retryPayment'), 402, 'payment_declined')
    expect(await readSubscriptionStatus(client)).toMatchObject({
      detail: 'paymentFailed',
      entitled: true,
    })
    await fakePayPal.trigger('decline', { id, isDeclining: false })
    // As PayPal does after three failures.
    await fakePayPal.trigger('suspend', { id })
    const retried = await changeSubscription(client, 'retryPayment')
    expect(await retried.json()).toMatchObject({ status: 'isSubscribed', detail: 'active' })
    expect(await fakePayPal.findStatus(id)).toBe('ACTIVE')
    await expectError(changeSubscription(client, 'retryPayment'), 409, 'not_possible')
  })

  it('refuses a guest', async () => {
    await expectError(changeSubscription(createEdgeClient(), 'cancel'), 401, 'signed_out')
  })
})

describe('GET /api/subscription/outlook', () => {
  it('returns what is next, and the outcome of each step', async () => {
    const { client } = await createSubscriber()
    const outlook = await client.fetchJson('GET /api/subscription/outlook')
    const { now, steps, planStarts, amountDue } = outlook as SubscriptionOutlookResponse
    const { nextPayment } = await readSubscriptionStatus(client)
    expect(now).toMatchObject({ isOpen: true, closesAt: null, nextPayment })
    expect(now.upcoming[0]).toMatchObject({ kind: 'payment', ...nextPayment })
    expect(steps.cancel).toMatchObject({ closesAt: nextPayment!.at, nextPayment: null })
    expect(planStarts.annual).toEqual({ plan: 'annual_99', startsAt: nextPayment!.at })
    expect(amountDue).toBeNull()
    await expectError(createEdgeClient().send('GET /api/subscription/outlook'), 401, 'signed_out')
  })
})

describe('GET /api/subscription/payments', () => {
  it('lists PayPal’s payments and the history', async () => {
    const { client } = await createSubscriber()
    expect((await changeSubscription(client, 'cancel')).status).toBe(200)
    const answer = await client.fetchJson('GET /api/subscription/payments')
    const { payments, history } = paymentsResponseSchema.parse(answer)
    expect(payments).toMatchObject([{ plan: 'monthly_13', minorUnits: 1399, state: 'paid' }])
    expect(history.map(({ kind }) => kind)).toEqual(['cancelled', 'started'])
    const refused = createEdgeClient().send('GET /api/subscription/payments')
    await expectError(refused, 401, 'signed_out')
  })
})
