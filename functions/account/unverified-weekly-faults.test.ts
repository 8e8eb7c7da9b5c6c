/** Anyone can create accounts with addresses that they type, and turn The Weekly on in each. */
import { beforeEach, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { NewsletterHarness } from '../newsletter/testing/newsletter-harness.ts'

const perDomain = emailLimits.uncheckedDomain[0].count

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

async function turnOnBy(name: string, domain: string, isVerified = false) {
  const account = await harness.signIn(name, `${name}@${domain}`, { isVerified })
  return (await account.setWeekly(true)).status
}

it('causes few emails a day to a domain with any address, until an address is confirmed', async () => {
  const statuses: number[] = []
  for (let count = 0; count <= perDomain; count++)
    statuses.push(await turnOnBy(`x${count}`, `sub${count}.asha-writes.example`))
  expect(statuses).toEqual([...Array<number>(perDomain).fill(200), 429])
  expect(harness.sent).toHaveLength(perDomain)
  expect(await turnOnBy('owner', 'asha-writes.example', true)).toBe(200)
  expect(await turnOnBy('other', 'another.example')).toBe(200)
  harness.advance(day)
  expect(await turnOnBy('later', 'asha-writes.example')).toBe(200)
})

it('puts a number of addresses on the list in a day, wherever they are', async () => {
  const perNetwork = emailLimits.uncheckedNetwork[0].count
  for (let count = 0; count < perNetwork; count++)
    expect(await turnOnBy(`x${count}`, 'gmail.com')).toBe(200)
  expect(await turnOnBy('last', 'gmail.com')).toBe(429)
  expect(await turnOnBy('owner', 'gmail.com', true)).toBe(200)
})

it('has no limit of its domain at a mailbox provider', async () => {
  for (let count = 0; count <= perDomain; count++)
    expect(await turnOnBy(`x${count}`, 'gmail.com')).toBe(200)
})
