import { describe, expect, it } from 'vitest'
import { createEverythingHeld } from '../testing/everything-held.ts'
import { listFaults } from '../testing/fault-injection.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import { unwrap } from '../testing/unwrap.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

type Service = 'firestore' | 'accounts'

const sendDeletion = (harness: WorkerHarness) => {
  const browser = harness.openBrowser()
  for (const [name, value] of harness.cookies) browser.cookies.set(name, value)
  return browser.send('DELETE', '/api/account', { idToken: harness.uid })
}

async function prepareReader() {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.logIn()
  const { uid } = harness
  harness.verifiedUids.add(uid)
  const { firestore } = harness.deps
  const email = harness.accounts.get(uid)!
  const record = unwrap(await firestore.get(`users/${uid}`))!.fields
  const held = {
    [`users/${uid}`]: { ...record, emailVerified: true },
    ...(await createEverythingHeld({ uid, email }, harness.now)),
  }
  const writes = Object.entries(held).map(([set, fields]) => ({ set, fields }))
  unwrap(await firestore.commit(writes))
  harness.calls = 0
  harness.writes.clear()

  async function listHeld() {
    const found = unwrap(await firestore.getAll(Object.keys(held)))
    return found.filter((document) => document !== null).length
  }
  return { harness, listHeld }
}

/**
 * Checks that everything is deleted in the end, by the cron job or, if the deletion hadn't begun, by a second request.
 */
async function expectDeletionFinishes({
  harness,
  listHeld,
}: Awaited<ReturnType<typeof prepareReader>>) {
  const stored = unwrap(await harness.deps.firestore.get(`users/${harness.uid}`))
  if (stored && !stored.fields.deletionRequestedAt) {
    expect(await listHeld()).toBeGreaterThan(10)
    expect((await sendDeletion(harness)).status).toBe(204)
  }
  for (let run = 0; run < 5 && (await listHeld()) > 0; run++) await harness.advanceMinutes(10)
  expect(await listHeld()).toBe(0)
  expect(harness.accounts.size).toBe(0)
}

describe('the deletion of an account', () => {
  it('is finished wherever the Worker stops', async () => {
    const whole = await prepareReader()
    expect((await sendDeletion(whole.harness)).status).toBe(204)
    const { writes } = whole.harness
    expect(writes.size).toBeGreaterThan(5)
    for (const fault of listFaults(writes)) {
      const reader = await prepareReader()
      reader.harness.fault = fault
      await expect(sendDeletion(reader.harness), `call ${fault.call}`).rejects.toThrow(FaultError)
      reader.harness.clearFault()
      await expectDeletionFinishes(reader)
    }
  })

  it.each([
    ['also removes data that another device writes in the meantime', true, 0],
    ['removes nothing if it isn’t requested while another device writes', false, 2],
  ])('%s', async (_, isRequested, ratings) => {
    const { harness, listHeld } = await prepareReader()
    const heldBefore = await listHeld()
    await harness.store({ 'articles/a-story': { access: 'public', status: 'published' } })
    // Both calls count towards one limit.
    harness.meter.maxAttempts = 30
    const { firestore } = harness.deps
    const { commit } = firestore
    const commitLate: typeof commit = async (writes) => {
      Object.assign(firestore, { commit })
      if (isRequested) expect((await sendDeletion(harness)).status).toBe(204)
      return commit(writes)
    }
    Object.assign(firestore, { commit: commitLate })
    const rated = await harness.browser.send('PUT', '/api/ratings/a-story', { rating: 4 })
    expect(rated.status).toBe(200)
    expect(await harness.queryAll({ collection: 'ratings' })).toHaveLength(ratings)
    expect(await listHeld()).toBe(isRequested ? 0 : heldBefore)
  })

  it.each<[Service, string, boolean]>([
    ['firestore', 'fail', false],
    ['accounts', 'fail', false],
    ['firestore', 'lose their answers', true],
    ['accounts', 'lose their answers', true],
  ])(
    'is finished after an outage in which calls to %s %s, whichever call is the first',
    async (service, _, areAnswersLost) => {
      let isInterrupted = true
      for (let calls = 0; isInterrupted; calls++) {
        const reader = await prepareReader()
        const { harness } = reader
        Object.assign(harness, { unavailableService: service, areAnswersLost })
        harness.callsBeforeOutage = calls
        const { status } = await sendDeletion(harness)
        isInterrupted = harness.callsBeforeOutage < 0
        harness.unavailableService = null
        if (!isInterrupted) expect(calls).toBeGreaterThan(1)
        const stored = unwrap(await harness.deps.firestore.get(`users/${harness.uid}`))
        const isStarted = stored === null || stored.fields.deletionRequestedAt
        // If answers are lost, the reader may not learn that the deletion has started.
        const started = areAnswersLost ? [202, 503] : [202]
        expect(isInterrupted ? (isStarted ? started : [503]) : [204]).toContain(status)
        await expectDeletionFinishes(reader)
      }
    },
  )
})

it('a first sign-in leaves no record if its second check of the account fails', async () => {
  const harness = new WorkerHarness()
  harness.accounts.set('new', 'new@example.com')
  const signIn = () => harness.post('/api/session', { idToken: 'new' })
  Object.assign(harness, { unavailableService: 'accounts', callsBeforeOutage: 1 })
  expect((await signIn()).status).toBe(503)
  harness.unavailableService = null
  expect(await harness.queryAll({ collection: 'users' })).toEqual([])
  expect(await (await signIn()).json()).toMatchObject({ isNew: true })
})
