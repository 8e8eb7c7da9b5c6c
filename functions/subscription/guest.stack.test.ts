/** Those who pay before anybody knows them. */
import { describe, expect, it } from 'vitest'
import {
  freshToken,
  makeAccount,
  newName,
  takeUpAccount,
} from '../../scripts/local/own-accounts.ts'
import { approvalResponseSchema } from '../../src/contracts/checkout.ts'
import { sessionResponseSchema } from '../../src/contracts/session.ts'
import { type EdgeClient, edgeClient, errorOf, openSession, stack } from '../edge-client.ts'
import {
  approval,
  begin,
  choice,
  payPal,
  send,
  signMark,
  standingOf,
} from '../edge-client-buyers.ts'
import { firestore, newReader } from '../edge-client-readers.ts'

const address = () => `${newName()}@example.com`

async function paidGuest() {
  const client = edgeClient()
  const { id } = await begin(client)
  const email = address()
  await payPal.approve(id, { email, givenName: 'Nimal', surname: 'Perera' })
  expect((await approval(client, id)).status).toBe(200)
  return { client, id, email }
}

const person = (email: string) => ({ first_name: 'Nimal', last_name: 'Perera', email })
const account = (
  client: EdgeClient,
  id: string,
  email: string,
  more: { readonly requestId?: string; readonly key?: string } = {},
) =>
  send(client, 'POST', `/api/checkout/${id}/account`, {
    ...person(email),
    requestId: crypto.randomUUID(),
    ...more,
  })
const claim = (client: EdgeClient, id: string, key?: string) =>
  send(client, 'POST', `/api/checkout/${id}/claim`, key === undefined ? {} : { key })

const keyFor = (id: string) => signMark('finish', id)

async function uidOf(id: string): Promise<string> {
  const stored = await firestore.get(`checkouts/${id}`)
  return String(stored.ok && stored.value?.fields.uid)
}

describe('a guest who has paid', () => {
  it('gets an account with a name, is logged in, and has a letter by which to come back', async () => {
    const { client, id, email } = await paidGuest()
    const guest = await uidOf(id)
    const made = await account(client, id, email)
    const uid = await uidOf(id)
    expect(uid).not.toBe(guest)
    expect(sessionResponseSchema.parse(await made.json())).toMatchObject({
      signedIn: true,
      isNew: true,
      entitled: true,
      plan: 'monthly_13',
    })
    expect(client.cookies.has('__Host-buyer')).toBe(false)
    expect(await (await client.request('/api/user')).json()).toEqual({
      response: { firebase_id: uid, ...person(email) },
    })
    const letters = (await (await fetch(`${stack.outboxUrl}/letters`)).json()) as { to: string }[]
    expect(letters.filter(({ to }) => to === email)).toHaveLength(1)
    // Nobody else makes anything of it.
    expect(await errorOf(await account(edgeClient(), id, email))).toMatchObject({
      code: 'not_found',
    })
  })

  it('makes one account with two presses, and may correct the address before', async () => {
    const { client, id, email } = await paidGuest()
    const taken = address()
    await makeAccount(stack, taken)
    expect(await errorOf(await account(client, id, taken))).toMatchObject({
      status: 409,
      code: 'account_exists',
    })
    const requestId = crypto.randomUUID()
    const pressed = await Promise.all([1, 2].map(() => account(client, id, email, { requestId })))
    expect(pressed.map(({ status }) => status)).toEqual([200, 200])
    expect(await standingOf(client)).toMatchObject({ signedIn: true, status: 'isSubscribed' })
  })

  it('finishes with the key of the letter on another device', async () => {
    const { id, email } = await paidGuest()
    const elsewhere = edgeClient()
    expect((await approval(elsewhere, id)).status).toBe(404)
    const answer = await approval(elsewhere, id, { key: await keyFor(id) })
    expect(approvalResponseSchema.parse(await answer.json())).toMatchObject({ payer: { email } })
    // The link leaves no cookie behind, by which this browser would buy in the payer's name.
    expect(elsewhere.cookies.has('__Host-buyer')).toBe(false)
    expect(await errorOf(await account(elsewhere, id, email))).toMatchObject({ code: 'not_found' })
    const key = await keyFor(id)
    expect((await account(elsewhere, id, email, { key })).status).toBe(200)
    // Then it opens nothing any more.
    const late = await approval(edgeClient(), id, { key: await keyFor(id) })
    expect(await errorOf(late)).toMatchObject({ code: 'not_found' })
  })

  it('gives it to the account that they have', async () => {
    const { client, id } = await paidGuest()
    const guest = await uidOf(id)
    const owner = await newReader()
    await openSession(client, await freshToken(stack, owner.email))
    for (let again = 0; again < 2; again++) {
      const claimed = await claim(client, id)
      expect(await claimed.json()).toMatchObject({ status: 'isSubscribed', plan: 'monthly_13' })
      client.cookies.delete('__Host-pass')
      expect(await standingOf(client)).toMatchObject({ status: 'isSubscribed' })
    }
    const moved = await firestore.get(`subscriptions/${guest}`)
    expect(moved.ok && moved.value?.fields).toMatchObject({
      subscription: null,
      movedTo: owner.uid,
    })
    // What PayPal tells of it later finds the way.
    await payPal.tell('cancel', { id })
    await expect
      .poll(async () => {
        client.cookies.delete('__Host-pass')
        return (await standingOf(client)).detail
      })
      .toBe('cancelled')
  })

  it('is paid back where the account has a subscription', async () => {
    const { client, id } = await paidGuest()
    const owner = await newReader()
    const own = await begin(owner.client)
    await payPal.approve(own.id)
    await approval(owner.client, own.id)
    await openSession(client, await freshToken(stack, owner.email))
    expect(await errorOf(await claim(client, id))).toMatchObject({ code: 'already_subscribed' })
    const owed = await firestore.get(`outbox/surplus-${id}`)
    expect(owed.ok && owed.value?.fields).toMatchObject({ kind: 'surplus', provider: id })
    expect(await standingOf(client)).toMatchObject({ status: 'isSubscribed' })
  })

  it('loses nothing to whoever comes without the key', async () => {
    const { id } = await paidGuest()
    const [thief, other] = [(await newReader()).client, (await paidGuest()).id]
    for (const key of [undefined, '', 'x', await keyFor(other), await signMark('buyer', id)]) {
      expect(await errorOf(await claim(thief, id, key))).toMatchObject({ code: 'not_found' })
    }
    expect(await errorOf(await claim(edgeClient(), id, await keyFor(id)))).toMatchObject({
      code: 'signed_out',
    })
    expect((await claim(thief, id, await keyFor(id))).status).toBe(200)
  })

  it('keeps no way into the account that it led to', async () => {
    const { client, id, email } = await paidGuest()
    const copy = edgeClient()
    copy.cookies.set('__Host-buyer', client.cookies.get('__Host-buyer')!)
    const sibling = await begin(edgeClient(), choice())
    expect((await account(client, id, email)).status).toBe(200)
    const uid = await uidOf(id)
    // A copy of the cookie, and the key of the email, open neither this checkout nor another.
    for (const checkout of [id, sibling.id]) {
      expect((await account(copy, checkout, address())).status).toBe(404)
      expect((await account(copy, checkout, email)).status).toBe(404)
    }
    // It buys as a new guest, whose payment is not the account's.
    const next = await begin(copy)
    expect(await uidOf(next.id)).not.toBe(uid)
    await payPal.approve(next.id)
    expect((await approval(copy, next.id)).status).toBe(200)
    const moved = await firestore.get(`subscriptions/${uid}`)
    expect(moved.ok && moved.value?.fields.subscription).toMatchObject({ provider: id })
  })

  it('is no account that somebody uses, even under the uid it would get', async () => {
    const { client, id } = await paidGuest()
    const victim = await newReader()
    expect(await errorOf(await account(client, id, victim.email))).toMatchObject({
      code: 'account_exists',
    })
    expect(await (await victim.client.request('/api/user')).json()).toMatchObject({
      response: { firebase_id: victim.uid, email: victim.email },
    })
    expect((await freshToken(stack, victim.email)).length).toBeGreaterThan(0)
  })

  it('is logged in again where the answer was lost, and nobody else is', async () => {
    const { client, id, email } = await paidGuest()
    const requestId = crypto.randomUUID()
    const copy = edgeClient()
    copy.cookies.set('__Host-buyer', client.cookies.get('__Host-buyer')!)
    expect((await account(client, id, email, { requestId })).status).toBe(200)
    expect((await account(copy, id, email)).status).toBe(404)
    expect((await account(edgeClient(), id, email, { requestId })).status).toBe(200)
    // Its owner verifies the address: from then on only they log in.
    await takeUpAccount(stack, await uidOf(id))
    const owner = edgeClient()
    expect((await openSession(owner, await freshToken(stack, email))).status).toBe(200)
    expect((await account(edgeClient(), id, email, { requestId })).status).toBe(404)
  })

  it('who has not paid has nothing to claim', async () => {
    const client = edgeClient()
    const { id } = await begin(client, choice())
    const owner = await newReader()
    await openSession(client, await freshToken(stack, owner.email))
    expect(await errorOf(await claim(client, id))).toMatchObject({ code: 'not_found' })
    expect(await standingOf(client)).toMatchObject({ may: ['subscribe'] })
  })
})
