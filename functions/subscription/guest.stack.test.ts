/** Those who pay before anybody knows them. */
import { describe, expect, it } from 'vitest'
import { freshToken, makeAccount, newName } from '../../scripts/local/own-accounts.ts'
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
const account = (client: EdgeClient, id: string, email: string) =>
  send(client, 'POST', `/api/checkout/${id}/account`, person(email))
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
    const uid = await uidOf(id)
    const made = await account(client, id, email)
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
    const pressed = await Promise.all([1, 2].map(() => account(client, id, email)))
    expect(pressed.map(({ status }) => status)).toEqual([200, 200])
    expect(await standingOf(client)).toMatchObject({ signedIn: true, status: 'isSubscribed' })
  })

  it('finishes with the key of the letter on another device', async () => {
    const { id, email } = await paidGuest()
    const elsewhere = edgeClient()
    expect((await approval(elsewhere, id)).status).toBe(404)
    const answer = await approval(elsewhere, id, { key: await keyFor(id) })
    expect(approvalResponseSchema.parse(await answer.json())).toMatchObject({ payer: { email } })
    expect((await account(elsewhere, id, email)).status).toBe(200)
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

  it('who has not paid has nothing to claim', async () => {
    const client = edgeClient()
    const { id } = await begin(client, choice())
    const owner = await newReader()
    await openSession(client, await freshToken(stack, owner.email))
    expect(await errorOf(await claim(client, id))).toMatchObject({ code: 'not_found' })
    expect(await standingOf(client)).toMatchObject({ may: ['subscribe'] })
  })
})
