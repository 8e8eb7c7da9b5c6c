import { describe, expect, it, vi } from 'vitest'
import { makeAccount, newName } from '../../scripts/local/own-accounts.ts'
import { approvalResponseSchema } from '../../src/contracts/checkout.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { paymentsResponseSchema } from '../../src/contracts/payments.ts'
import { type EdgeClient, edgeClient, errorOf, ownReader, stack } from '../edge-client.ts'
import {
  approval,
  begin,
  choice,
  payPal,
  send,
  sendChoice,
  standingOf,
} from '../edge-client-buyers.ts'
import { firestore } from '../edge-client-readers.ts'
import { checkoutSchema } from './look.ts'

/** Has bought by the month. */
async function subscriber() {
  const client = await ownReader()
  const { id } = await begin(client)
  await payPal.approve(id)
  await approval(client, id)
  return { client, id }
}

const step = (client: EdgeClient, body: unknown) =>
  send(client, 'PATCH', endpoints.subscription, body)

describe('buying', () => {
  it('opens everything as soon as PayPal has it running, and says so again', async () => {
    const client = await ownReader()
    const { id, plan, approveUrl } = await begin(client, choice('annual'))
    expect(approveUrl).toContain(stack.payPalUrl)
    expect(await errorOf(await approval(client, id))).toMatchObject({ code: 'not_approved' })
    expect(await standingOf(client)).toMatchObject({ status: 'notSubscribed', may: ['subscribe'] })

    await payPal.approve(id, { byCard: true })
    for (let again = 0; again < 2; again++) {
      const answer = approvalResponseSchema.parse(await (await approval(client, id)).json())
      expect(answer).toMatchObject({
        state: 'running',
        plan,
        method: 'card',
        payer: null,
        subscription: { status: 'isSubscribed', detail: 'active', entitled: true, plan },
      })
    }
    expect(await standingOf(client)).toMatchObject({ may: ['cancel', 'pause', 'takeOffer'] })
  })

  it('is done by the webhook alone where the reader closes the window', async () => {
    const client = await ownReader()
    const { id } = await begin(client)
    await payPal.approve(id)
    await vi.waitFor(async () => {
      client.cookies.delete('__Host-pass')
      expect(await standingOf(client)).toMatchObject({ status: 'isSubscribed' })
    })
  })

  it('begins once for one request, however often it is made', async () => {
    const [reader, guest] = [await ownReader(), edgeClient()]
    for (const client of [reader, guest]) {
      const body = choice()
      const begun = await Promise.all([1, 2, 3].map(() => begin(client, body)))
      expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    }
    const other = await ownReader()
    const body = choice()
    expect((await begin(reader, body)).id).not.toBe((await begin(other, body)).id)
  })

  it('is for nobody who has a subscription, in whatever tab', async () => {
    const client = await ownReader()
    const [first, second] = [await begin(client), await begin(client)]
    await payPal.approve(first.id)
    expect((await approval(client, first.id)).status).toBe(200)
    const refused = await sendChoice(client, choice('annual'))
    expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'already_subscribed' })
    await payPal.approve(second.id)
    expect(await errorOf(await approval(client, second.id))).toMatchObject({
      code: 'already_subscribed',
    })
    expect(await standingOf(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('says nothing of somebody else’s', async () => {
    const { id } = await begin(await ownReader())
    await payPal.approve(id)
    for (const client of [await ownReader(), edgeClient()]) {
      expect(await errorOf(await approval(client, id))).toMatchObject({ code: 'not_found' })
    }
  })

  it('lets a guest pay first', async () => {
    const client = edgeClient()
    const { id } = await begin(client)
    await payPal.approve(id, { email: 'nimal@example.com', givenName: 'Nimal', surname: 'Perera' })
    const answer = approvalResponseSchema.parse(await (await approval(client, id)).json())
    expect(answer).toMatchObject({
      state: 'running',
      method: 'paypal',
      payer: { first_name: 'Nimal', last_name: 'Perera', email: 'nimal@example.com' },
      subscription: null,
    })
    // Nobody is logged in by paying.
    expect(await standingOf(client)).toMatchObject({ signedIn: false })
    const again = await sendChoice(client, choice('annual'))
    expect(await errorOf(again)).toMatchObject({ code: 'already_subscribed' })
  })
})

describe('a checkout that nobody has paid for', () => {
  const stored = async (id: string) => {
    const found = await firestore.get(`checkouts/${id}`)
    return found.ok ? found.value?.fields : null
  }

  it('is not begun for a guest who fails the bot check', async () => {
    for (const body of [choice(), { ...choice(), botCheck: 'forged' }]) {
      const refused = await send(edgeClient(), 'POST', endpoints.checkout, body)
      expect(await errorOf(refused)).toMatchObject({ status: 403, code: 'not_human' })
    }
    expect(await errorOf(await sendChoice(edgeClient(), choice(), 0.1))).toMatchObject({
      code: 'not_human',
    })
    const reader = await ownReader()
    expect((await send(reader, 'POST', endpoints.checkout, choice())).status).toBe(200)
  })

  it('expires in 30 days, and never once it is paid', async () => {
    for (const client of [await ownReader(), edgeClient()]) {
      const { id } = await begin(client)
      const { createdAt, expiresAt } = checkoutSchema.parse(await stored(id))
      expect(expiresAt!.getTime() - createdAt.getTime()).toBe(30 * 24 * 60 * 60 * 1000)
      await payPal.approve(id)
      expect((await approval(client, id)).status).toBe(200)
      expect(await stored(id)).toMatchObject({ expiresAt: null })
    }
  })

  it('says nothing about an address, and creates and emails nobody', async () => {
    const known = `${newName()}@example.com`
    await makeAccount(stack, known)
    const client = edgeClient()
    const { id } = await begin(client)
    const answers: unknown[] = []
    for (const email of [known, `${newName()}@example.com`]) {
      const name = { first_name: 'Nimal', last_name: 'Perera' }
      const body = { ...name, email, requestId: crypto.randomUUID() }
      answers.push(await errorOf(await send(client, 'POST', `/api/checkout/${id}/account`, body)))
      const sent = (await (await fetch(`${stack.outboxUrl}/letters`)).json()) as { to: string }[]
      expect(sent.filter(({ to }) => to === email)).toEqual([])
    }
    expect(answers[0]).toMatchObject({ status: 409, code: 'not_approved' })
    expect(answers[1]).toEqual(answers[0])
  })
})

describe('a step', () => {
  it('leaves, and comes back, here as at PayPal', async () => {
    const { client, id } = await subscriber()
    const left = await step(client, { step: 'cancel' })
    expect(await left.json()).toMatchObject({
      status: 'isEnding',
      entitled: true,
      may: ['reactivate'],
    })
    expect(await payPal.statusOf(id)).toBe('SUSPENDED')
    expect(await standingOf(client)).toMatchObject({ status: 'isEnding', detail: 'cancelled' })

    expect(await errorOf(await step(client, { step: 'cancel' }))).toMatchObject({
      status: 409,
      code: 'not_possible',
    })
    expect((await step(client, { step: 'reactivate' })).status).toBe(200)
    expect(await payPal.statusOf(id)).toBe('ACTIVE')
    expect(await standingOf(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('pauses, and takes the free month once', async () => {
    const { client, id } = await subscriber()
    const offer = await (await step(client, { step: 'takeOffer' })).json()
    expect(offer).toMatchObject({ status: 'isSubscribed', resumesAt: expect.any(String) })
    const paused = await (await step(client, { step: 'pause', months: 3 })).json()
    expect(paused).toMatchObject({ detail: 'paused', may: ['cancel', 'reactivate'] })
    expect(await payPal.statusOf(id)).toBe('SUSPENDED')
    expect((await step(client, { step: 'reactivate' })).status).toBe(200)
    expect(await errorOf(await step(client, { step: 'takeOffer' }))).toMatchObject({
      code: 'not_possible',
    })
  })

  it('tells another device, which has not heard of a step, why it cannot take its own', async () => {
    const { client } = await subscriber()
    const other = edgeClient()
    for (const [name, value] of client.cookies) other.cookies.set(name, value)
    expect((await step(client, { step: 'cancel' })).status).toBe(200)
    expect(await standingOf(other)).toMatchObject({ detail: 'active' })
    expect(await errorOf(await step(other, { step: 'takeOffer' }))).toMatchObject({
      code: 'not_possible',
    })
    expect(await standingOf(other)).toMatchObject({ detail: 'cancelled', may: ['reactivate'] })
  })

  it('mends a payment that failed, and says where it is declined again', async () => {
    const { client, id } = await subscriber()
    await payPal.tell('decline', { id, isDeclining: true })
    await payPal.tell('bill', { id, isPaid: false })
    await vi.waitFor(async () => {
      client.cookies.delete('__Host-pass')
      const where = await standingOf(client)
      expect(where).toMatchObject({ detail: 'paymentFailed', may: ['cancel', 'mend'] })
    })
    expect(await errorOf(await step(client, { step: 'mend' }))).toMatchObject({
      status: 402,
      code: 'payment_declined',
    })
    expect(await standingOf(client)).toMatchObject({ detail: 'paymentFailed', entitled: true })
    await payPal.tell('decline', { id, isDeclining: false })
    // Three failures, and PayPal holds it.
    await payPal.tell('suspend', { id })
    const mended = await step(client, { step: 'mend' })
    expect(await mended.json()).toMatchObject({ status: 'isSubscribed', detail: 'active' })
    expect(await payPal.statusOf(id)).toBe('ACTIVE')
    expect(await errorOf(await step(client, { step: 'mend' }))).toMatchObject({
      code: 'not_possible',
    })
  })

  it('is nobody’s who is not logged in', async () => {
    expect(await errorOf(await step(edgeClient(), { step: 'cancel' }))).toMatchObject({
      status: 401,
      code: 'signed_out',
    })
  })
})

describe('payments', () => {
  it('are told as PayPal has them, beside what has happened', async () => {
    const { client } = await subscriber()
    expect((await step(client, { step: 'cancel' })).status).toBe(200)
    const answer = await client.request(endpoints.payments)
    const { payments, history } = paymentsResponseSchema.parse(await answer.json())
    expect(payments).toMatchObject([{ plan: 'monthly_13', minorUnits: 1399, state: 'paid' }])
    expect(history.map(({ what }) => what)).toEqual(['cancelled', 'started'])
    expect(await errorOf(await edgeClient().request(endpoints.payments))).toMatchObject({
      code: 'signed_out',
    })
  })
})
