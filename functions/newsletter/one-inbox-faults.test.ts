/**
 * Many spellings of an address lead to one inbox. Each is a separate entry on the list, but all except the plain
 * spelling share the email limits.
 */
import { beforeEach, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import { hashAddress } from '../identity/inbox.ts'
import { unwrap } from '../testing/unwrap.ts'
import { getListPath } from './newsletter-list.ts'
import { email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

let count = 0
const spellings = {
  'a tag': () => `asha+${count++}@gmail.com`,
  'dots and the other host': () => `a${'.'.repeat(count++ % 2)}sha+${count}@googlemail.com`,
  'Yahoo’s keywords': () => `asha-${count++}@yahoo.co.in`,
}

it.each(Object.entries(spellings))(
  'an inbox that is spelled with %s gets only a few emails',
  async (_, spell) => {
    const joinUntil = async (end: Date, pause: number) => {
      for (; harness.now < end; harness.advance(pause)) await harness.join(spell())
      return harness.sent.length
    }
    const [dayEnd, monthEnd] = [1, 30].map((days) => new Date(harness.now.getTime() + days * day))
    const counts = [
      await joinUntil(dayEnd!, 15 * minute),
      await joinUntil(monthEnd!, 6 * 60 * minute),
    ]
    expect(counts).toEqual([3, 10])
  },
)

it.each([
  ['asha@yahoo.co.in', (index: number) => `asha-${index}@yahoo.co.in`],
  ['asha@rediffmail.com', (index: number) => `asha+${index}@rediffmail.com`],
  ['asha@firm.lk', (index: number) => `asha+${index}@firm.lk`],
  ['asha@gmail.com', (index: number) => `as.ha+${index}@googlemail.com`],
] as const)('%s still gets emails, whatever tags strangers add to it', async (address, spell) => {
  for (let index = 0; index < 12; index++) {
    await harness.join(spell(index))
    harness.advance(0.4 * day)
  }
  expect(harness.sent).toHaveLength(10)
  expect(await harness.press(await harness.signUp(address))).toMatchObject({ step: 'confirmed' })
  // The inbox gets at most twice the emails that one spelling gets.
  for (let count = 0; count < 60; count++, harness.advance(0.4 * day)) {
    await harness.join(address)
    await harness.join(spell(count))
    const since = harness.now.getTime() - 30 * day
    const recent = harness.sent.filter(({ id }) => Number(id.split('-').at(-1)) > since)
    expect(recent.length).toBeLessThanOrEqual(20)
  }
})

it('one inbox gets one email, even if 20 calls ask for it at the same time with different spellings', async () => {
  await Promise.all(Array.from({ length: 20 }, () => harness.join(spellings['a tag']())))
  expect(harness.sent).toHaveLength(1)
})

it('a link confirms only the spelling of the address that it was sent to', async () => {
  const [first, second] = ['asha+one@gmail.com', 'asha+two@gmail.com']
  const link = await harness.signUp(first)
  await harness.join(second)
  expect(await harness.press(link)).toMatchObject({ step: 'confirmed' })
  expect(await harness.readEntry(first)).toMatchObject({ state: 'confirmed' })
  expect(await harness.readEntry(second)).toMatchObject({ state: 'pending' })
  harness.advance(10 * minute)
  const other = await harness.signUp(second)
  expect(await harness.press(other)).toMatchObject({ step: 'confirmed' })
  expect(await harness.readEntry(second)).toMatchObject({ state: 'confirmed' })
})

it('one inbox gets an email that an earlier version stored under the hash of its address', async () => {
  harness.mailFault = 'down'
  await harness.join(email)
  harness.mailFault = null
  const set = `newsletterEmails/${await hashAddress(email)}`
  const { addressHash: _, ...fields } = unwrap(await harness.database.firestore.get(set))!.fields
  unwrap(await harness.database.firestore.commit([{ set, fields }]))
  harness.advance(5 * minute)
  await harness.runJobs()
  expect(harness.sent.map(({ to }) => to)).toEqual([email])
  await harness.press(readLink(harness.sent[0]!))
  expect(unwrap(await harness.database.firestore.get(await getListPath(email)))).toMatchObject({
    fields: { state: 'confirmed' },
  })
})
