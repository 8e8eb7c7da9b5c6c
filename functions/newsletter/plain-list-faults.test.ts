/** Addresses from an imported list, whose owners have never used the site. */
import { expect, it } from 'vitest'
import { storeReaders } from '../../scripts/import/readers/store-readers.ts'
import { getPendingEnd } from '../../src/domain/newsletter/newsletter-entry.ts'
import { email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

it('readers of a plain list are told where their address is from, and join once they confirm', async () => {
  const harness = new NewsletterHarness()
  const subscriber = {
    ...({ email, source: 'list', isSubscribed: true, consentedAt: harness.now } as const),
    pendingUntil: getPendingEnd(harness.now),
    listSource: 'sign-up sheets, book fair',
  }
  const reader = { email, subscriber, grant: null }
  const options = { dryRun: false, confirmationsAt: harness.now }
  await storeReaders({ firestore: harness.database.firestore }, [reader], options)
  await harness.runJobs()
  const [sent, ...others] = harness.sent
  expect(others).toEqual([])
  expect(sent?.text).toContain('sign-up sheets, book fair')
  expect(await harness.readEntry()).toMatchObject({ state: 'pending' })
  expect(await harness.press(readLink(sent!))).toMatchObject({ step: 'confirmed' })
  expect(await harness.readEntry()).toMatchObject({ state: 'confirmed', source: 'list' })
})
