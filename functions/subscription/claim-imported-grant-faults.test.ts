/** Tests who gets imported access, and that it's granted only once, wherever the Worker is interrupted. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import { hashAddress } from '../identity/inbox.ts'
import { expectSameOutcomeWithFaults } from '../testing/fault-injection.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { getImportedGrantPath } from './claim-imported-grant.ts'

const address = 'mira@example.com'
const until = new Date('2026-07-01T00:00:00Z')
const path = (await getImportedGrantPath(address))!

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})

async function storeGrant(at = path, to = harness) {
  const imported = { until, source: 'ghost', importedAt: to.now, importedBy: 'Ama' }
  await to.store({ [at]: { ...imported, claimedAt: null, uid: null } })
}

const get = async (document: string, from = harness) =>
  unwrap(await from.database.firestore.get(document))?.fields ?? null

/** Signs in on a separate device, with one of the sign-in service's accounts. */
const signIn = (uid: string, to = harness) =>
  to.openBrowser().send('POST', '/api/session', { idToken: uid })

async function expectSession(uid: string): Promise<SubscriptionResponse> {
  const response = await signIn(uid)
  expect(response.status).toBe(200)
  return response.json() as Promise<SubscriptionResponse>
}

async function findHistory(uid: string) {
  const parent = `subscriptions/${uid}`
  return (await harness.queryAll({ collection: 'history', parent })).map(({ fields }) => fields)
}

describe('imported access', () => {
  it('starts at the first sign-in, and the history says who imported it', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    expect(await expectSession(uid)).toMatchObject({
      status: 'isSubscribed',
      detail: 'complimentary',
      entitled: true,
      until: until.toISOString(),
    })
    expect(await get(path)).toMatchObject({ until, claimedAt: harness.now, uid })
    const imported = { operator: 'Ama', message: 'Imported from Ghost', until }
    expect(await findHistory(uid)).toMatchObject([{ kind: 'grant', by: 'operator', ...imported }])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('is given only to the owner of the address', async () => {
    await storeGrant()
    harness.accounts.set('stranger', address)
    expect(await expectSession('stranger')).toMatchObject({ detail: 'none', entitled: false })
    expect(await get(path)).toMatchObject({ claimedAt: null, uid: null })
    // Signs in with another address, and then requests this one.
    const other = harness.openSignInLink('other@example.com')
    expect(await expectSession(other)).toMatchObject({ entitled: false })
    for (const isVerified of [true, false]) {
      if (!isVerified) harness.verifiedUids.delete(other)
      harness.accounts.set(other, address)
      expect((await signIn(other)).status).toBe(401)
    }
    expect(await get(`subscriptions/${other}`)).toBeNull()
    expect(await get(path)).toMatchObject({ claimedAt: null, uid: null })

    harness.verifiedUids.add('stranger')
    expect(await expectSession('stranger')).toMatchObject({ entitled: true })
  })

  it('is found by the address in capitals, not by an address with look-alike letters', async () => {
    await storeGrant(`importedGrants/${await hashAddress('kate@example.com')}`)
    // The first address contains the Kelvin sign, which NFC and lower case turn into an ASCII "k".
    for (const lookalike of ['\u212aate@example.com', 'kаte@example.com', 'ｋate@example.com'])
      expect(await expectSession(harness.openSignInLink(lookalike))).toMatchObject({
        entitled: false,
      })
    const kate = harness.openSignInLink('KATE@Example.com')
    expect(await expectSession(kate)).toMatchObject({ entitled: true })
  })

  it('stays with the account that has claimed it when the address changes hands', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    await expectSession(uid)
    const user = { ...(await get(`users/${uid}`)), requestedEmail: 'new@example.com' }
    await harness.store({ [`users/${uid}`]: user })
    harness.accounts.set(uid, 'new@example.com')
    expect(await expectSession(uid)).toMatchObject({ entitled: true })
    const next = harness.openSignInLink(address)
    expect(next).not.toBe(uid)
    expect(await expectSession(next)).toMatchObject({ entitled: false })
    expect(await get(path)).toMatchObject({ uid })
  })

  it('doesn’t prevent a sign-in if it’s malformed', async () => {
    await harness.store({ [path]: { until: 'for ever' } })
    expect(await expectSession(harness.openSignInLink(address))).toMatchObject({ entitled: false })
  })

  it('is given once to many devices that sign in at the same time', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    await expectSession(harness.openSignInLink('somebody-else@example.com'))
    const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(uid)))
    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ entitled: true })
    }
    expect(await findHistory(uid)).toHaveLength(1)
  })
})

it.each([
  ['without access', null, until, 1],
  ['with longer access', new Date('2027-01-01'), new Date('2027-01-01'), 0],
])(
  'claiming imported access has the same outcome for a reader %s wherever a sign-in stops',
  (_, before, after, history) =>
    expectSameOutcomeWithFaults({
      outcome: { history: Array.from({ length: history }, () => 'none') },
      prepare: async (to) => {
        const uid = to.openSignInLink(address)
        await storeGrant(path, to)
        if (before) await to.store({ [`subscriptions/${uid}`]: { complimentaryUntil: before } })
        // A new reader without a checkout.
        Object.assign(to, { uid, provider: 'none' })
      },
      run: async (to) => {
        const session = await signIn(to.uid, to)
        expect(await session.json()).toMatchObject({ entitled: true, until: after.toISOString() })
        expect(await to.record()).toMatchObject({ complimentaryUntil: after })
        expect(await get(path, to)).toMatchObject({ claimedAt: expect.any(Date), uid: to.uid })
      },
      isRepeatedByReader: true,
    }),
)
