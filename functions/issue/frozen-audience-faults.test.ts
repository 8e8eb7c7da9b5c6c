/**
 * Readers who delete their account are removed from the recipient snapshot of an issue that is paused or being sent.
 */
import { beforeEach, expect, it } from 'vitest'
import { hour } from '../../src/domain/duration.ts'
import { unwrap } from '../testing/unwrap.ts'
import { createAudienceStore } from './audience-store.ts'
import { findDeliveryOutcome } from './find-delivery-outcome.ts'
import { IssueHarness, slug } from './testing/issue-harness.ts'

const readers = Array.from({ length: 9 }, (_, index) => `reader-${index}@example.com`)
const leaver = readers[0]!

let harness: IssueHarness
beforeEach(async () => {
  harness = new IssueHarness({ hasKeys: true })
  for (const address of readers) await harness.storeEntry(address)
  await harness.approve()
})

/** Runs the cron job and the queues until the next morning. */
async function runForADay() {
  for (let passed = 0; passed < 24; passed++) {
    harness.pass(hour)
    await harness.advance()
    await harness.handleQueued()
  }
}

const listStored = () => [...harness.bucket.objects.values()].join()
const resume = () => harness.command('resume', { now: harness.now.getTime() })

it('a reader who deletes the account during a pause is removed within a day, and the others get the issue', async () => {
  await harness.freeze()
  await harness.command('pause', { reason: 'editor' })
  await harness.handleQueued()
  await harness.removeEntry(leaver)
  expect(listStored()).toContain(leaver)
  await runForADay()
  expect(listStored()).not.toContain(leaver)
  expect(listStored()).toContain(readers[1])
  await harness.storeEntry(leaver)
  await resume()
  await harness.runUntilIdle()
  expect(await harness.read()).toMatchObject({ state: 'finished', totals: { accepted: 8 } })
  expect(harness.provider.copies.has('')).toBe(false)
  const asked = unwrap(await findDeliveryOutcome(harness.deps, slug, leaver))
  expect(asked).toMatchObject({ outcome: 'dropped', reason: 'removed' })
})

it('a reader who already got the issue is removed while the issue is still paused', async () => {
  await harness.freeze()
  for (let calls = 0; calls < 3; calls++) await harness.handleMessage(0)
  await harness.command('pause', { reason: 'editor' })
  for (const address of harness.provider.copies.keys()) await harness.removeEntry(address)
  await runForADay()
  expect(harness.provider.copies.size).toBeGreaterThan(0)
  for (const address of harness.provider.copies.keys()) expect(listStored()).not.toContain(address)
})

it('ranges stored by an interrupted freeze are removed', async () => {
  await harness.advance()
  harness.fault = { calls: 3, isCallMade: true }
  while (!listStored().includes('reader-')) await harness.handleMessage(0)
  await harness.command('pause', { reason: 'editor' })
  for (const address of readers) await harness.removeEntry(address)
  await runForADay()
  expect(listStored()).not.toContain('reader-')
})

it.each(Array.from({ length: 5 }, (_, calls) => calls))(
  'the issue job removes a deleted reader even if the job stops at call %i',
  async (calls) => {
    await harness.freeze()
    await harness.command('pause', { reason: 'editor' })
    await harness.removeEntry(leaver)
    harness.messages = []
    harness.pass(12 * hour)
    await harness.advance()
    harness.fault = { calls, isCallMade: false }
    await harness.handleQueued()
    await runForADay()
    expect(listStored()).not.toContain(leaver)
  },
)

it.each(['', ',true', ',false'])(
  'recipients frozen by an earlier release are treated as imported: %j',
  async (third) => {
    await harness.freeze()
    const key = `audiences/${slug}/0.json`
    const stored = harness.bucket.objects.get(key)!
    harness.bucket.objects.set(key, stored.replaceAll(',"imported"]', `${third}]`))
    const { recipients } = (await createAudienceStore(harness.bucket).readRange(slug, 0))!
    expect(recipients.guest.length).toBeGreaterThan(0)
    expect(recipients.guest.every(({ origin }) => origin === 'imported')).toBe(true)
  },
)

it('addresses that another run has just removed are never restored', async () => {
  await harness.freeze()
  const { bucket } = harness
  const key = `audiences/${slug}/0.json`
  const late = createAudienceStore({
    put: bucket.put,
    async get(read) {
      const object = await bucket.get(read)
      await createAudienceStore(bucket).forgetAddresses(slug, 0)
      return object
    },
  })
  await expect(late.forgetRemoved(slug, 0, new Set())).rejects.toThrow()
  expect(bucket.objects.get(key)).not.toContain('reader-')
})
