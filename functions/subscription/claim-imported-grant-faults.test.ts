/** Imported access: who gets it, and that they get it once, wherever the Worker stops. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SubscriptionResponse } from '../../src/contracts/subscription-endpoints.ts'
import type { ImportedGrant } from '../../src/domain/subscription/imported-grant.ts'
import { hashAddress } from '../newsletter/newsletter-list.ts'
import { FaultError, WorkerHarness } from '../testing/worker-harness.ts'
import { getImportedGrantPath } from './claim-imported-grant.ts'

const address = 'mira@example.com'
const until = new Date('2026-07-01T00:00:00Z')
const path = (await getImportedGrantPath(address))!

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})
afterEach(() => harness.database.close())

async function storeGrant(changes: Partial<ImportedGrant> = {}, at = path, to = harness) {
  const importedAt = to.now
  const grant = {
    until,
    source: 'ghost',
    importedAt,
    importedBy: 'Ama',
    claimedAt: null,
    uid: null,
  }
  await to.database.firestore.commit([{ set: at, fields: { ...grant, ...changes } }])
}

async function get(document: string, from = harness) {
  const stored = await from.database.firestore.get(document)
  if (!stored.ok) throw new Error(stored.failure.kind)
  return stored.value?.fields ?? null
}

/** On a device of its own, with an account that the sign-in service knows. */
const signIn = (uid: string, to = harness) =>
  to.openBrowser().send('POST', '/api/session', { idToken: uid })

async function expectSession(uid: string): Promise<SubscriptionResponse> {
  const response = await signIn(uid)
  expect(response.status).toBe(200)
  return response.json() as Promise<SubscriptionResponse>
}

const findHistory = async (uid: string, from = harness) =>
  (await from.queryAll({ collection: 'history', parent: `subscriptions/${uid}` })).map(
    ({ fields }) => fields,
  )

describe('imported access', () => {
  it('opens with the first sign-in, and the history says whose import it was', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    expect(await expectSession(uid)).toMatchObject({
      status: 'isSubscribed',
      detail: 'complimentary',
      entitled: true,
      until: until.toISOString(),
    })
    expect(await get(path)).toMatchObject({ until, claimedAt: harness.now, uid })
    expect(await findHistory(uid)).toEqual([
      expect.objectContaining({
        kind: 'grant',
        by: 'operator',
        operator: 'Ama',
        message: 'Imported from Ghost',
        until,
      }),
    ])
    expect(await harness.queryAll({ collection: 'outbox' })).toEqual([])
  })

  it('is for the owner of the address alone', async () => {
    await storeGrant()
    harness.accounts.set('stranger', address)
    expect(await expectSession('stranger')).toMatchObject({ detail: 'none', entitled: false })
    expect(await get(path)).toMatchObject({ claimedAt: null, uid: null })
    // Signs in with another address, and then asks for this one.
    const other = harness.openSignInLink('other@example.com')
    expect(await expectSession(other)).toMatchObject({ entitled: false })
    harness.accounts.set(other, address)
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
    const kate = 'kate@example.com'
    const katePath = `importedGrants/${await hashAddress(kate)}`
    await storeGrant({}, katePath)
    // The Kelvin sign, which NFC and lower case turn into an ASCII "k".
    expect('\u212aate@example.com'.toLowerCase()).toBe(kate)
    for (const lookalike of ['\u212aate@example.com', 'kаte@example.com', 'ｋate@example.com']) {
      const uid = harness.openSignInLink(lookalike)
      expect(await expectSession(uid)).toMatchObject({ entitled: false })
      expect(await getImportedGrantPath(lookalike)).toBeNull()
    }
    expect(await get(katePath)).toMatchObject({ claimedAt: null })
    expect(await expectSession(harness.openSignInLink('KATE@Example.com'))).toMatchObject({
      entitled: true,
    })
  })

  it('is not given again after it was ended here', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    await expectSession(uid)
    const subscription = `subscriptions/${uid}`
    const ended = { ...(await get(subscription)), complimentaryUntil: null }
    await harness.database.firestore.commit([{ set: subscription, fields: ended }])
    expect(await expectSession(uid)).toMatchObject({ entitled: false })
    expect(await findHistory(uid)).toHaveLength(1)
  })

  it('stays with the account that has claimed it when the address changes hands', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    await expectSession(uid)
    const profile = { ...(await get(`users/${uid}`)), requestedEmail: 'new@example.com' }
    await harness.database.firestore.commit([{ set: `users/${uid}`, fields: profile }])
    harness.accounts.set(uid, 'new@example.com')
    expect(await expectSession(uid)).toMatchObject({ entitled: true })
    const next = harness.openSignInLink(address)
    expect(next).not.toBe(uid)
    expect(await expectSession(next)).toMatchObject({ entitled: false })
    expect(await get(path)).toMatchObject({ uid })
  })

  it('never shortens access', async () => {
    await storeGrant()
    const uid = harness.openSignInLink(address)
    const longer = new Date('2027-01-01T00:00:00Z')
    const subscription = `subscriptions/${uid}`
    await harness.database.firestore.commit([
      { set: subscription, fields: { complimentaryUntil: longer } },
    ])
    expect(await expectSession(uid)).toMatchObject({ until: longer.toISOString() })
    expect(await findHistory(uid)).toEqual([])
    // It is used up all the same.
    expect(await get(path)).toMatchObject({ claimedAt: harness.now, uid })
  })

  it('leaves a paid subscription as it is', async () => {
    await harness.storeReaderAndCheckout()
    await harness.subscribe()
    const { uid } = harness
    const before = await harness.record()
    harness.verifiedUids.add(uid)
    await storeGrant({}, (await getImportedGrantPath('ama@example.com'))!)
    expect(await expectSession(uid)).toMatchObject({ detail: 'active', plan: 'monthly_13' })
    expect(await harness.record()).toEqual({ ...before, complimentaryUntil: until })
    expect(harness.refunded).toEqual([])
  })

  it('that has ended gives nothing', async () => {
    await storeGrant({ until: harness.now })
    const uid = harness.openSignInLink(address)
    expect(await expectSession(uid)).toMatchObject({ entitled: false })
    expect(await get(`subscriptions/${uid}`)).toBeNull()
  })

  it('that is malformed keeps nobody out', async () => {
    await harness.database.firestore.commit([{ set: path, fields: { until: 'for ever' } }])
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

describe('a sign-in that stops', () => {
  /** Signs in, stopped at `fault`, and then again. */
  async function run(
    complimentaryUntil: Date | null,
    fault: { readonly call: number; readonly isCallMade: boolean } | null,
  ) {
    const interrupted = new WorkerHarness()
    const uid = interrupted.openSignInLink(address)
    await storeGrant({}, path, interrupted)
    if (complimentaryUntil) {
      await interrupted.database.firestore.commit([
        { set: `subscriptions/${uid}`, fields: { complimentaryUntil } },
      ])
    }
    interrupted.fault = fault
    try {
      await signIn(uid, interrupted)
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      interrupted.clearFault()
    }
    const calls = interrupted.calls
    const response = await signIn(uid, interrupted)
    const { complimentaryUntil: accessUntil } = await interrupted.record(uid)
    const outcome = {
      body: await response.json(),
      accessUntil,
      history: (await findHistory(uid, interrupted)).length,
      grant: await get(path, interrupted),
    }
    interrupted.database.close()
    return { calls, outcome }
  }

  it.each([
    ['for a reader without access', null, until, 1],
    ['for a reader with longer access', new Date('2027-01-01'), new Date('2027-01-01'), 0],
  ])('%s leads to the same', async (_, before, accessUntil, history) => {
    const { calls, outcome } = await run(before, null)
    expect(outcome).toMatchObject({ accessUntil, history, grant: { uid: expect.any(String) } })
    expect(calls).toBeGreaterThan(6)
    for (let call = 1; call <= calls; call++) {
      for (const isCallMade of [false, true]) {
        const interrupted = await run(before, { call, isCallMade })
        expect({ call, isCallMade, ...interrupted.outcome }).toEqual({
          call,
          isCallMade,
          ...outcome,
          body: { ...(outcome.body as object), isNew: expect.any(Boolean) },
        })
      }
    }
  })
})
