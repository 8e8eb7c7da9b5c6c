import { describe, expect, it } from 'vitest'
import { referralResponseSchema } from '../../src/contracts/endpoints/referral-endpoints.ts'
import { parseReferralCode } from '../../src/domain/referral/referral-code.ts'
import { tokenSeconds } from '../identity/session-tokens.ts'
import { startCheckout } from '../testing/checkout-requests.ts'
import {
  copyClient,
  createEdgeClient,
  type EdgeClient,
  secondsAgo,
  signCookie,
} from '../testing/edge-client.ts'
import { commitWrites, createReader, readFields } from '../testing/test-readers.ts'

const open = async (client: EdgeClient) =>
  referralResponseSchema.parse(await client.fetchJson('PUT /api/referral'))

const nothing = {
  visits: 0,
  friends: 0,
  pending: 0,
  nextEarnsAt: null,
  earned: 0,
  used: 0,
  available: 0,
}

describe('PUT /api/referral', () => {
  it('creates one link, however often and simultaneously it’s called', async () => {
    const { client, uid } = await createReader()
    const clients = [client, copyClient(client), copyClient(client)]
    const opened = await Promise.all(clients.map(open))
    const [{ code }] = opened as [(typeof opened)[0]]
    expect(parseReferralCode(code)).toBe(code)
    for (const one of [...opened, await open(client)]) expect(one).toEqual({ code, ...nothing })
    expect(await readFields(`referralCodes/${code}`)).toMatchObject({ uid, visits: 0 })
  })
})

describe('the code of a link', () => {
  const addCode = async (
    client: EdgeClient,
    code: string,
    type: 'referral' | 'student' = 'referral',
  ) => client.cookies.set('__Host-referral', await signCookie(type, { sub: code }, secondsAgo(60)))
  const readReferral = async (id: string) => (await readFields(`checkouts/${id}`))?.referral

  it('is stored with the checkout of a reader who has never subscribed', async () => {
    const { client, uid } = await createReader()
    await addCode(client, 'bcdfghjkmn')
    expect(await readReferral((await startCheckout(client)).id)).toBe('bcdfghjkmn')
    const ended = {
      state: 'ended',
      plan: 'annual_99',
      provider: 'I-OLD',
      paidThrough: secondsAgo(9000),
      stoppedAt: secondsAgo(9000),
      endedAt: secondsAgo(9000),
    }
    await commitWrites([{ set: `subscriptions/${uid}`, fields: { subscription: ended } }])
    expect(await readReferral((await startCheckout(client)).id)).toBeNull()
  })

  it('is ignored in a cookie that isn’t ours, or too old', async () => {
    const forged = createEdgeClient()
    await addCode(forged, 'bcdfghjkmn', 'student')
    expect(await readReferral((await startCheckout(forged)).id)).toBeNull()
    const plain = createEdgeClient()
    plain.cookies.set('__Host-referral', 'bcdfghjkmn')
    expect(await readReferral((await startCheckout(plain)).id)).toBeNull()
    const old = createEdgeClient()
    const issuedAt = secondsAgo(tokenSeconds.referral + 60)
    const token = await signCookie('referral', { sub: 'bcdfghjkmn' }, issuedAt)
    old.cookies.set('__Host-referral', token)
    expect(await readReferral((await startCheckout(old)).id)).toBeNull()
  })
})
