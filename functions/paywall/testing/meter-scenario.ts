/** Stories, guests, readers, and a friend with a link. */
import { expect } from 'vitest'
import { meterAllowance } from '../../../src/publication/meter.ts'
import { openReferral } from '../../credit/referral-record.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { type Browser, MeterHarness } from './meter-harness.ts'

export const stories = ['one', 'two', 'three', 'four', 'five'] as const
/** All of a guest's free stories except one. */
export const spent = Array.from(
  { length: meterAllowance.guest - 1 },
  (_, index) => `spent-${index}`,
)
export const email = 'asha@example.com'
export const withAddress = { way: 'email', email, weekly: false }

export async function openMeterHarness(): Promise<MeterHarness> {
  const harness = new MeterHarness()
  await harness.storeArticles([...stories, ...spent])
  await harness.storeArticles(['members-only'], 'members')
  await harness.storeArticles(['for-all'], 'public')
  await harness.storeArticles(['gone'], 'metered', 'withdrawn')
  await harness.storeArticles(['not-yet'], 'metered', 'draft')
  return harness
}

export async function readWays(browser: Browser, slug: string) {
  const { body } = await browser.wall(slug)
  return body.state === 'open' ? 'open' : (body.ways as { kind: string }[]).map(({ kind }) => kind)
}

export async function openNewGuest(harness: MeterHarness, address?: string) {
  const browser = harness.openBrowser(address)
  await browser.wall('one')
  return browser
}

/** Creates a guest with one free story left. */
export async function openGuest(harness: MeterHarness, address?: string) {
  const browser = await openNewGuest(harness, address)
  for (const slug of spent) await browser.unlock(slug)
  return browser
}

/** Creates a guest who has used up the free stories. */
export async function openUsedUp(harness: MeterHarness, address?: string) {
  const browser = await openGuest(harness, address)
  await browser.unlock('one')
  return browser
}

export async function openReader(harness: MeterHarness, { isVerified = true } = {}) {
  harness.addAccount('ama', { isVerified })
  const browser = harness.openBrowser()
  expect((await browser.signIn('ama')).status).toBe(200)
  return browser
}

/** Returns the code in the friend's link. */
export async function addFriend(harness: MeterHarness): Promise<string> {
  const friend = {
    first_name: 'Ravi',
    last_name: 'Rao',
    email: 'ravi@example.com',
    createdAt: harness.now,
  }
  await harness.store({ 'users/ravi': friend })
  return unwrap(await openReferral(harness.database.firestore, 'ravi', harness.now)).code
}

export async function countCost({ worker }: MeterHarness, run: () => Promise<unknown>) {
  const { reads, writes } = worker.meter.total
  await run()
  const { total } = worker.meter
  return { reads: total.reads - reads, writes: total.writes - writes }
}
