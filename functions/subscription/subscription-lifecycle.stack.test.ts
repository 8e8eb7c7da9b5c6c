/** A pass through each kind of route on the stack. Rules are tested in one process: *-faults.test.ts. */
import { describe, expect, it } from 'vitest'
import { approvalResponseSchema } from '../../src/contracts/endpoints/checkout-endpoints.ts'
import { sessionResponseSchema } from '../../src/contracts/endpoints/session-endpoints.ts'
import {
  approveCheckout,
  changeSubscription,
  createAccount,
  createChoice,
  createSubscriber,
  fakePayPal,
  readSubscriptionStatus,
  requestApproval,
  sendChoice,
  signToken,
  startCheckout,
} from '../testing/checkout-requests.ts'
import {
  copyClient,
  createEdgeClient,
  createReaderWithSession,
  expectError,
  stack,
} from '../testing/edge-client.ts'
import { createAddress, readFields } from '../testing/test-readers.ts'

describe('a reader who buys', () => {
  it('reads once PayPal has activated it', async () => {
    const client = await createReaderWithSession()
    const { id, plan, approveUrl } = await startCheckout(client, createChoice('annual'))
    expect(approveUrl).toContain(stack.payPalUrl)
    await expectError(requestApproval(client, id), 409, 'not_approved')
    expect(await readSubscriptionStatus(client)).toMatchObject({
      status: 'notSubscribed',
      allowedSteps: ['subscribe'],
    })
    await fakePayPal.approve(id, { byCard: true })
    // The Worker remembers for some seconds that it wasn't approved (functions/identity/caller-paypal.ts).
    const isFound = async () => (await requestApproval(client, id)).ok
    await expect.poll(isFound, { timeout: 15_000 }).toBe(true)
    const answer = approvalResponseSchema.parse(await (await requestApproval(client, id)).json())
    expect(answer).toMatchObject({
      state: 'running',
      plan,
      method: 'card',
      payer: null,
      subscription: { status: 'isSubscribed', detail: 'active', entitled: true, plan },
    })
    expect(await readSubscriptionStatus(client)).toMatchObject({
      allowedSteps: ['cancel', 'pause', 'acceptOffer', 'changePlan'],
    })
  })
})

describe('a guest', () => {
  it('who fails the bot check gets no checkout', async () => {
    for (const body of [createChoice(), { ...createChoice(), botCheck: 'forged' }]) {
      const refused = createEdgeClient().send('POST /api/checkout', body)
      await expectError(refused, 403, 'bot_check_failed')
    }
    const refused = sendChoice(createEdgeClient(), createChoice(), 0.1)
    await expectError(refused, 403, 'bot_check_failed')
    const reader = await createReaderWithSession()
    expect((await reader.send('POST /api/checkout', createChoice())).status).toBe(200)
  })

  async function createPaidGuest() {
    const client = createEdgeClient()
    const { id } = await startCheckout(client)
    const email = createAddress()
    await approveCheckout(client, id, { email, givenName: 'Nimal', surname: 'Perera' })
    return { client, id, email }
  }

  const readUid = async (id: string) => String((await readFields(`checkouts/${id}`))?.uid)

  it('who has paid gets an account with a name, a session and one email to log in with', async () => {
    const { client, id, email } = await createPaidGuest()
    const guest = await readUid(id)
    const made = await createAccount(client, id, email)
    const uid = await readUid(id)
    expect(uid).not.toBe(guest)
    expect(sessionResponseSchema.parse(await made.json())).toMatchObject({
      signedIn: true,
      isNew: true,
      entitled: true,
      plan: 'monthly_13',
    })
    expect(client.cookies.has('__Host-buyer')).toBe(false)
    const name = { first_name: 'Nimal', last_name: 'Perera' }
    const user = { response: { firebase_id: uid, ...name, email } }
    expect(await client.fetchJson('GET /api/user')).toEqual(user)
    const emails = (await (await fetch(`${stack.inboxUrl}/auth-emails`)).json()) as { to: string }[]
    expect(emails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  it('finishes with the emailed key on another device', async () => {
    const { id, email } = await createPaidGuest()
    const elsewhere = createEdgeClient()
    expect((await requestApproval(elsewhere, id)).status).toBe(404)
    const key = await signToken('finishCheckout', id)
    const answer = await requestApproval(elsewhere, id, { key })
    expect(approvalResponseSchema.parse(await answer.json())).toMatchObject({ payer: { email } })
    // The link sets no cookie with which this browser could buy in the payer's name.
    expect(elsewhere.cookies.has('__Host-buyer')).toBe(false)
    await expectError(createAccount(elsewhere, id, email), 404, 'not_found')
    expect((await createAccount(elsewhere, id, email, { key })).status).toBe(200)
    await expectError(requestApproval(createEdgeClient(), id, { key }), 404, 'not_found')
  })
})

describe('a subscriber', () => {
  it('cancels and reactivates, here and at PayPal', async () => {
    const { client, id } = await createSubscriber()
    const other = copyClient(client)
    const cancelled = await changeSubscription(client, 'cancel')
    expect(await cancelled.json()).toMatchObject({
      status: 'isEnding',
      entitled: true,
      allowedSteps: ['reactivate'],
    })
    expect(await fakePayPal.findStatus(id)).toBe('SUSPENDED')
    // Another device's change is outdated, and so was its status.
    expect(await readSubscriptionStatus(other)).toMatchObject({ detail: 'active' })
    await expectError(changeSubscription(other, 'acceptOffer'), 409, 'not_possible')
    expect(await readSubscriptionStatus(other)).toMatchObject({ detail: 'cancelled' })

    expect((await changeSubscription(client, 'reactivate')).status).toBe(200)
    expect(await fakePayPal.findStatus(id)).toBe('ACTIVE')
    const paused = await (await changeSubscription(client, 'pause', { months: 3 })).json()
    expect(paused).toMatchObject({ status: 'isSubscribed', detail: 'paused' })
    await expectError(changeSubscription(createEdgeClient(), 'cancel'), 401, 'signed_out')
  })
})
