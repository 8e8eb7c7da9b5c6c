import { describe, expect, it } from 'vitest'
import { setTestPassword } from '../../scripts/dev/stack/emulator-accounts.ts'
import { approvalResponseSchema } from '../../src/contracts/checkout-endpoints.ts'
import { sessionResponseSchema } from '../../src/contracts/session-endpoints.ts'
import {
  approveCheckout,
  createAccount,
  fakePayPal,
  readCurrentStatus,
  readSubscriptionStatus,
  requestApproval,
  signToken,
  startCheckout,
} from '../testing/checkout-requests.ts'
import {
  createEdgeClient,
  type EdgeClient,
  expectError,
  expectSession,
  stack,
} from '../testing/edge-client.ts'
import {
  createAddress,
  createIdToken,
  createReader,
  readFields,
  signIn,
} from '../testing/test-readers.ts'

async function createPaidGuest() {
  const client = createEdgeClient()
  const { id } = await startCheckout(client)
  const email = createAddress()
  await approveCheckout(client, id, { email, givenName: 'Nimal', surname: 'Perera' })
  return { client, id, email }
}

const claim = (client: EdgeClient, id: string, key?: string) =>
  client.send('POST /api/checkout/:id/claim', { key }, { params: { id } })

const createFinishKey = (id: string) => signToken('finishCheckout', id)

const readUid = async (id: string) => String((await readFields(`checkouts/${id}`))?.uid)

function copyBuyer(client: EdgeClient) {
  const copy = createEdgeClient()
  copy.cookies.set('__Host-buyer', client.cookies.get('__Host-buyer')!)
  return copy
}

describe('a guest who has paid', () => {
  it('gets an account with a name, a session and one email to log in with', async () => {
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
    await expectError(createAccount(createEdgeClient(), id, email), 404, 'not_found')
  })

  it('gets one account for two identical requests, after correcting the email', async () => {
    const { client, id, email } = await createPaidGuest()
    const taken = await createReader()
    await expectError(createAccount(client, id, taken.email), 409, 'account_exists')
    const requestId = crypto.randomUUID()
    const submitted = await Promise.all(
      [1, 2].map(() => createAccount(client, id, email, { requestId })),
    )
    expect(submitted.map(({ status }) => status)).toEqual([200, 200])
    expect(await readSubscriptionStatus(client)).toMatchObject({
      signedIn: true,
      status: 'isSubscribed',
    })
  })

  it('finishes with the emailed key on another device', async () => {
    const { id, email } = await createPaidGuest()
    const elsewhere = createEdgeClient()
    expect((await requestApproval(elsewhere, id)).status).toBe(404)
    const answer = await requestApproval(elsewhere, id, { key: await createFinishKey(id) })
    expect(approvalResponseSchema.parse(await answer.json())).toMatchObject({ payer: { email } })
    // The link sets no cookie with which this browser could buy in the payer's name.
    expect(elsewhere.cookies.has('__Host-buyer')).toBe(false)
    await expectError(createAccount(elsewhere, id, email), 404, 'not_found')
    const key = await createFinishKey(id)
    expect((await createAccount(elsewhere, id, email, { key })).status).toBe(200)
    const late = await requestApproval(createEdgeClient(), id, { key: await createFinishKey(id) })
    await expectError(late, 404, 'not_found')
  })

  it('moves the subscription to an existing account', async () => {
    const { client, id } = await createPaidGuest()
    const guest = await readUid(id)
    const owner = await createReader()
    await expectSession(client, await createIdToken(owner.email))
    for (let again = 0; again < 2; again++) {
      const claimed = await claim(client, id)
      expect(await claimed.json()).toMatchObject({ status: 'isSubscribed', plan: 'monthly_13' })
      expect(await readCurrentStatus(client)).toMatchObject({ status: 'isSubscribed' })
    }
    const moved = { subscription: null, movedTo: owner.uid }
    expect(await readFields(`subscriptions/${guest}`)).toMatchObject(moved)
    await fakePayPal.trigger('cancel', { id })
    await expect.poll(async () => (await readCurrentStatus(client)).detail).toBe('cancelled')
  })

  it('is refunded if the account has a subscription', async () => {
    const { client, id } = await createPaidGuest()
    const owner = await createReader()
    const own = await startCheckout(owner.client)
    await approveCheckout(owner.client, own.id)
    await expectSession(client, await createIdToken(owner.email))
    await expectError(claim(client, id), 409, 'already_subscribed')
    const refusal = { refusedFor: 'alreadySubscribed' }
    expect(await readFields(`checkouts/${id}`)).toMatchObject(refusal)
    expect(await readSubscriptionStatus(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('loses nothing to callers without the key', async () => {
    const { id } = await createPaidGuest()
    const [attacker, other] = [(await createReader()).client, (await createPaidGuest()).id]
    const wrongKeys = [
      undefined,
      '',
      'x',
      await createFinishKey(other),
      await signToken('buyer', id),
    ]
    for (const key of wrongKeys) await expectError(claim(attacker, id, key), 404, 'not_found')
    const guestClaim = claim(createEdgeClient(), id, await createFinishKey(id))
    await expectError(guestClaim, 401, 'signed_out')
    expect((await claim(attacker, id, await createFinishKey(id))).status).toBe(200)
  })

  it('keeps no access to the account with a copied cookie', async () => {
    const { client, id, email } = await createPaidGuest()
    const copy = copyBuyer(client)
    const sibling = await startCheckout(createEdgeClient())
    expect((await createAccount(client, id, email)).status).toBe(200)
    const uid = await readUid(id)
    for (const checkout of [id, sibling.id]) {
      expect((await createAccount(copy, checkout, createAddress())).status).toBe(404)
      expect((await createAccount(copy, checkout, email)).status).toBe(404)
    }
    // The copy buys as a new guest, whose payment isn't the account's.
    const next = await startCheckout(copy)
    expect(await readUid(next.id)).not.toBe(uid)
    await approveCheckout(copy, next.id)
    const { subscription } = (await readFields(`subscriptions/${uid}`))!
    expect(subscription).toMatchObject({ provider: id })
  })

  it('can’t take over an existing account', async () => {
    const { client, id } = await createPaidGuest()
    const victim = await createReader()
    await expectError(createAccount(client, id, victim.email), 409, 'account_exists')
    expect(await victim.client.fetchJson('GET /api/user')).toMatchObject({
      response: { firebase_id: victim.uid, email: victim.email },
    })
    expect((await createIdToken(victim.email)).length).toBeGreaterThan(0)
  })

  it('is logged in again if the response was lost, with the same request id only', async () => {
    const { client, id, email } = await createPaidGuest()
    const requestId = crypto.randomUUID()
    const copy = copyBuyer(client)
    expect((await createAccount(client, id, email, { requestId })).status).toBe(200)
    expect((await createAccount(copy, id, email)).status).toBe(404)
    expect((await createAccount(createEdgeClient(), id, email, { requestId })).status).toBe(200)
    // Once the owner has verified the address, the request id is useless.
    await setTestPassword(stack, await readUid(id))
    await signIn(email)
    expect((await createAccount(createEdgeClient(), id, email, { requestId })).status).toBe(404)
  })

  it('can’t claim an unpaid checkout', async () => {
    const client = createEdgeClient()
    const { id } = await startCheckout(client)
    const owner = await createReader()
    await expectSession(client, await createIdToken(owner.email))
    await expectError(claim(client, id), 404, 'not_found')
    expect(await readSubscriptionStatus(client)).toMatchObject({ allowedSteps: ['subscribe'] })
  })
})
