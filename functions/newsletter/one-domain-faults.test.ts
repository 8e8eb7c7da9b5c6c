/** Anyone can sign up any number of addresses at a domain, and their emails may all arrive in one inbox. */
import { beforeEach, describe, expect, it } from 'vitest'
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

it('one domain gets only a few confirmation emails a day, even if each sign-up passes the bot check', async () => {
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

it('one domain has no limit for readers who confirm', async () => {
  await countAccepted(perDomain - 1)
  for (let time = 0; time < 2 * perDomain; time++)
    expect(await harness.press(await harness.signUp(newAddress()))).toMatchObject({
      step: 'confirmed',
    })
  const link = await harness.signUp(newAddress())
  expect(await countAccepted(1)).toBe(0)
  await harness.press(link)
  // The second time, the address is already confirmed.
  await harness.press(link)
  expect(await countAccepted(2)).toBe(1)
})

it('one domain has no limit for verified accounts', async () => {
  await countAccepted(perDomain)
  const address = newAddress()
  const account = await harness.signIn('owner', address, { isVerified: true })
  expect(await account.join(address)).toEqual({ joined: true, isConfirmed: true })
  expect((await account.setWeekly(true)).status).toBe(200)
})

/** Anyone can create accounts with other people's addresses. */
describe('The Weekly that unverified accounts turn on', () => {
  const perUncheckedDomain = emailLimits.uncheckedDomain[0].count

  async function turnOnBy(name: string, domain: string, isVerified = false) {
    const account = await harness.signIn(name, `${name}@${domain}`, { isVerified })
    return (await account.setWeekly(true)).status
  }

  it('causes only a few emails a day to a domain and its subdomains, unless an address is verified', async () => {
    const statuses: number[] = []
    for (let count = 0; count <= perUncheckedDomain; count++)
      statuses.push(await turnOnBy(`x${count}`, `sub${count}.asha-writes.example`))
    expect(statuses).toEqual([...Array<number>(perUncheckedDomain).fill(200), 429])
    expect(harness.sent).toHaveLength(perUncheckedDomain)
    expect(await turnOnBy('owner', 'asha-writes.example', true)).toBe(200)
    expect(await turnOnBy('other', 'another.example')).toBe(200)
    harness.advance(day)
    expect(await turnOnBy('later', 'asha-writes.example')).toBe(200)
  })

  it('puts only a limited number of addresses a day on the list from one network, at any domain', async () => {
    const perNetwork = emailLimits.uncheckedNetwork[0].count
    for (let count = 0; count < perNetwork; count++)
      expect(await turnOnBy(`x${count}`, 'gmail.com')).toBe(200)
    expect(await turnOnBy('last', 'gmail.com')).toBe(429)
    expect(await turnOnBy('owner', 'gmail.com', true)).toBe(200)
  })
})
