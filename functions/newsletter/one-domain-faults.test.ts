/** Anyone can sign up any number of addresses of a domain, whose emails may all arrive in one inbox. */
import { beforeEach, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { NewsletterHarness } from './testing/newsletter-harness.ts'

const perDomain = emailLimits.domain[0].count

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

let count = 0
const newAddress = (domain = 'victim.example') => `x${count++}@${domain}`

async function countAccepted(times: number, domain?: string) {
  let accepted = 0
  for (let time = 0; time < times; time++)
    if ((await harness.join(newAddress(domain))).status === 200) accepted++
  return accepted
}

it('gets few confirmation emails a day, although each sign-up passes the bot check', async () => {
  expect(await countAccepted(600)).toBe(perDomain)
  expect(harness.sent).toHaveLength(perDomain)
  expect(await countAccepted(600, 'mail.victim.example')).toBe(0)
  expect(await countAccepted(1, 'another.example')).toBe(1)
  expect(await countAccepted(2 * perDomain, 'gmail.com')).toBe(2 * perDomain)
  expect(await countAccepted(2 * perDomain, 'icloud.com')).toBe(2 * perDomain)
  expect(await countAccepted(2 * perDomain, 'host-1.sd.cox.net')).toBe(perDomain)
  harness.advance(day)
  expect(await countAccepted(600)).toBe(perDomain)
})

it('has no limit for those who confirm', async () => {
  await countAccepted(perDomain - 1)
  for (let time = 0; time < 2 * perDomain; time++)
    expect(await harness.press(await harness.signUp(newAddress()))).toMatchObject({
      step: 'confirmed',
    })
  const link = await harness.signUp(newAddress())
  expect(await countAccepted(1)).toBe(0)
  await harness.press(link)
  // The second time, it’s confirmed already.
  await harness.press(link)
  expect(await countAccepted(2)).toBe(1)
})

it('has no limit for verified accounts', async () => {
  await countAccepted(perDomain)
  const address = newAddress()
  const account = await harness.signIn('owner', address, { isVerified: true })
  expect(await account.join(address)).toEqual({ joined: true, isConfirmed: true })
  expect((await account.setWeekly(true)).status).toBe(200)
})
