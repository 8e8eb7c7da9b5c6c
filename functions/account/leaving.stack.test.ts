/** Readers who leave: what goes, who may ask for it, and what is left where something breaks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { makeAccount, newName } from '../../scripts/local/own-accounts.ts'
import { freshSignInSeconds } from '../../src/contracts/session.ts'
import {
  type EdgeClient,
  edgeClient,
  errorOf,
  idTokenOf,
  openSession,
  stack,
} from '../edge-client.ts'
import { approval, begin, payPal } from '../edge-client-buyers.ts'
import {
  fillHoldings,
  firestore,
  freshToken,
  newReader,
  type OwnReader,
  rowsOf,
  write,
} from '../edge-client-readers.ts'
import { pathOf } from '../newsletter/list.ts'

const leave = (client: EdgeClient, idToken: unknown, origin?: string) =>
  client.request('/api/account', {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ idToken }),
    ...(origin === undefined ? {} : { origin }),
  })

const leaveAsThemselves = async ({ client, email }: OwnReader) =>
  leave(client, await freshToken(email))

const pathsOf = async (...readers: Pick<OwnReader, 'uid' | 'email'>[]) =>
  (await rowsOf(readers)).map(({ path }) => path).sort()

async function get(path: string) {
  const found = await firestore.get(path)
  if (!found.ok) throw new Error(JSON.stringify(found.failure))
  return found.value
}

describe('DELETE /api/account', () => {
  it('leaves no row by uid or by address, no account and no cookie, and nobody else’s touched', async () => {
    const [leaver, neighbour] = [await newReader(), await newReader()]
    await fillHoldings(leaver)
    const kept = [...(await fillHoldings(neighbour))].sort()
    const response = await leaveAsThemselves(leaver)
    expect(response.status).toBe(204)
    expect([...leaver.client.cookies.keys()]).toEqual([])
    expect(await pathsOf(leaver)).toEqual([])
    await expect(freshToken(leaver.email)).rejects.toThrow()
    expect(await pathsOf(neighbour)).toEqual(kept)
    expect((await neighbour.client.request('/api/account')).status).toBe(200)
  })

  it('is the same for who asks twice, at once or afterwards', async () => {
    const leaver = await newReader()
    await fillHoldings(leaver)
    const idToken = await freshToken(leaver.email)
    const cookie = [...leaver.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const again = () =>
      edgeClient().request('/api/account', {
        method: 'DELETE',
        headers: { Cookie: cookie },
        body: JSON.stringify({ idToken }),
      })
    const answers = await Promise.all([again(), again(), again()])
    for (const { status } of answers) expect([202, 204]).toContain(status)
    expect((await again()).status).toBe(204)
    expect(await pathsOf(leaver)).toEqual([])
  })

  it('ends what they pay for at PayPal before they are forgotten', async () => {
    const leaver = await newReader()
    const { id } = await begin(leaver.client)
    await payPal.approve(id)
    expect((await approval(leaver.client, id)).status).toBe(200)
    await leaveAsThemselves(leaver)
    expect(await payPal.statusOf(id)).toBe('CANCELLED')
    expect(await pathsOf(leaver)).toEqual([])
  })

  it('lets a reader begin anew later, with nothing of before', async () => {
    const leaver = await newReader()
    await fillHoldings(leaver)
    await leaveAsThemselves(leaver)
    const again = await newReader({ email: leaver.email })
    expect(again.uid).not.toBe(leaver.uid)
    expect(await pathsOf(again)).toEqual([`users/${again.uid}`])
    const { client } = again
    expect(await (await client.request('/api/subscription')).json()).toMatchObject({
      detail: 'none',
    })
  })

  it('is for nobody without a session, with an old login, or with somebody else’s', async () => {
    const reader = await newReader()
    const idToken = await freshToken(reader.email)
    const [header, payload, signature] = idToken.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    claims.auth_time -= freshSignInSeconds + 5
    const old = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature]
    for (const [answer, status, code] of [
      [await leave(edgeClient(), idToken), 401, 'signed_out'],
      [await leave(reader.client, old.join('.')), 401, 'stale_token'],
      [await leave(reader.client, 'x'), 401, 'bad_token'],
      [await leave(reader.client, await idTokenOf('registered')), 403, 'forbidden'],
      [await leave(reader.client, idToken, 'https://evil.example'), 403, 'forbidden'],
      [await leave(reader.client, 7), 400, 'bad_request'],
    ] as const) {
      expect(await errorOf(answer)).toMatchObject({ status, code })
    }
    expect((await get(`users/${reader.uid}`))?.fields.leavingAt).toBeNull()
    expect((await reader.client.request('/api/account')).status).toBe(200)
    // Whose token was used is as unharmed.
    expect(await get('users/sample-registered')).not.toBeNull()
  })

  it('is over for sessions that were ended elsewhere', async () => {
    const reader = await newReader()
    const idToken = await freshToken(reader.email)
    await write([
      {
        set: `users/${reader.uid}`,
        fields: {
          ...(await get(`users/${reader.uid}`))!.fields,
          sessionsEndedAt: new Date(Date.now() + 5000),
        },
      },
    ])
    expect(await errorOf(await leave(reader.client, idToken))).toMatchObject({ code: 'signed_out' })
  })

  it('takes back what an unproven address waits for, and not what somebody has proven', async () => {
    for (const [state, isKept] of [
      ['pending', false],
      ['confirmed', true],
    ] as const) {
      const email = `${newName()}@example.com`
      const path = await pathOf(email)
      const fields = {
        email,
        state,
        source: 'footer',
        consentedAt: new Date(),
        ip: '',
        userAgent: '',
      }
      await write([{ set: path, fields }])
      const stranger = await newReader({ email, isVerified: false })
      expect((await leaveAsThemselves(stranger)).status).toBe(204)
      expect((await get(path)) !== null).toBe(isKept)
      expect(await pathsOf({ uid: stranger.uid, email: 'nobody@nowhere.invalid' })).toEqual([])
    }
  })
})

describe('a removal that breaks', () => {
  let edge: FaultyEdge
  const left: OwnReader[] = []

  beforeAll(async () => {
    edge = await startFaultyEdge()
  })
  afterAll(() => edge.stop())

  /** Breaks one removal as it is told to; answers whether it came to that. */
  async function breaksAndIsFinished(break_: (edge: FaultyEdge) => void): Promise<boolean> {
    const reader = await newReader({ siteUrl: edge.url })
    const all = [...(await fillHoldings(reader))].sort()
    const idToken = await freshToken(reader.email)
    left.push(reader)

    break_(edge)
    const { status } = await leave(reader.client, idToken)
    const isBroken = edge.firestore.isBroken() || edge.identity.isBroken()
    await Promise.all([edge.firestore.become('well'), edge.identity.become('well')])
    if (!isBroken) {
      expect(status).toBe(204)
      return false
    }

    const record = await get(`users/${reader.uid}`)
    if (record && !record.fields.leavingAt) {
      // Not begun: nothing is missing, and the reader, who was told so, asks again.
      expect(status).toBe(503)
      expect(await pathsOf(reader)).toEqual(all)
      expect((await leave(reader.client, idToken)).status).toBe(204)
      return true
    }
    // Begun: nobody gets in any more, whatever is still there.
    expect((await openSession(edgeClient(edge.url), idToken)).status).toBe(401)
    if (record) expect((await reader.client.request('/api/account')).status).toBe(401)
    await edge.runScheduled()
    expect(await get(`users/${reader.uid}`)).toBeNull()
    return true
  }

  it('at any question to the database is finished by the clock', async () => {
    let asked = 0
    while (await breaksAndIsFinished(({ firestore }) => firestore.breakAfter(asked))) asked++
    expect(asked).toBeGreaterThan(10)
    // A deletion for each of some forty questions.
  }, 240_000)

  it('with any answer of the database lost after a write is finished as well', async () => {
    let written = 0
    const lose = ({ firestore }: FaultyEdge) =>
      firestore.breakAfter(written, { counting: /:commit$/, answerIsLost: true })
    while (await breaksAndIsFinished(lose)) written++
    // The commits that mark the reader as leaving, end the subscription, remove the holdings and the record.
    expect(written).toBeGreaterThanOrEqual(4)
  })

  it('at any question to the sign-in service, answered or not, is finished as well', async () => {
    for (const answerIsLost of [false, true]) {
      let asked = 0
      const lose = ({ identity }: FaultyEdge) => identity.breakAfter(asked, { answerIsLost })
      while (await breaksAndIsFinished(lose)) asked++
      expect(asked).toBeGreaterThanOrEqual(2)
    }
  })

  it('is not undone by a first sign-in that was under way', async () => {
    const email = `${newName()}@example.com`
    const uid = await makeAccount(stack, email)
    const idToken = await freshToken(email)
    // Known when it was asked first, and not when it is asked again.
    edge.identity.breakAfter(1)
    expect((await openSession(edgeClient(edge.url), idToken)).status).toBe(503)
    await edge.identity.become('well')
    expect(await pathsOf({ uid, email })).toEqual([])
    const opened = await openSession(edgeClient(edge.url), idToken)
    expect(await opened.json()).toMatchObject({ isNew: true })
  })

  it('leaves nothing of anybody in the end', async () => {
    expect(left.length).toBeGreaterThan(20)
    expect(await pathsOf(...left)).toEqual([])
    for (const { email } of left) await expect(freshToken(email)).rejects.toThrow()
  })
})
