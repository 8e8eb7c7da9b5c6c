/**
 * Counts the stories that a network's guests and new accounts can read in a day; for IPv6, including neighbouring
 * networks.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { networksPerWideNetwork } from '../../src/domain/network.ts'
import { networkAccountsPerDay, networkUnlocksPerDay } from '../../src/domain/paywall/allowance.ts'
import type { MeterHarness } from './testing/meter-harness.ts'
import { openMeterHarness, openNewGuest, readWays, stories } from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

const hashNetwork = (network: string) =>
  harness.tokens.computeHash('network', `${network} 2026-03-01`)

/** Reads as new guests, slightly more often than one network may. */
async function countRead(address: (at: number) => string): Promise<number> {
  let opened = 0
  for (let at = 0; at < networkUnlocksPerDay + 20; at++) {
    const browser = await openNewGuest(harness, address(at))
    if ((await browser.unlock('one')).body.state === 'open') opened++
  }
  return opened
}

describe('the ceiling', () => {
  it('lets all networks of an IPv6 /48 together read only as much as thirty networks', async () => {
    const wide = '2001:db8:9'
    const name = await hashNetwork(wide)
    const ceiling = networksPerWideNetwork * networkUnlocksPerDay
    harness.networks.set(name, new Map([['count', ceiling - 5]]))
    expect(await countRead((at) => `${wide}:${at.toString(16)}::1`)).toBe(5)
    // A network above its own limit hasn't used up its neighbours' share.
    const other = await hashNetwork('2001:db8:8')
    await countRead(() => '2001:db8:8:1::1')
    expect(harness.networks.get(other)!.get('count')).toBe(networkUnlocksPerDay)
  })

  it('keeps stories locked that it has refused because of the /48', async () => {
    const name = await hashNetwork('2001:db8:9')
    const ceiling = networksPerWideNetwork * networkUnlocksPerDay
    harness.networks.set(name, new Map([['count', ceiling]]))
    const browser = await openNewGuest(harness, '2001:db8:9:1::1')
    for (const slug of stories.slice(0, 3))
      expect((await browser.unlock(slug)).body.because).toBe('limit')
    for (const slug of stories.slice(0, 3)) expect(await readWays(browser, slug)).not.toBe('open')
  })

  it('lets a few new accounts of a network read in a day, and asks the others to confirm their address', async () => {
    const readAs = async (uid: string) => {
      harness.addAccount(uid, { isVerified: false })
      const browser = harness.openBrowser('203.0.113.7')
      await browser.signIn(uid)
      return { browser, body: (await browser.unlock('one')).body }
    }
    for (let number = 0; number < networkAccountsPerDay; number++) {
      expect((await readAs(`new-${number}`)).body.state).toBe('open')
    }
    const { browser, body } = await readAs('one-more')
    expect(body).toMatchObject({
      because: 'limit',
      ways: [{ kind: 'confirmEmail' }, { kind: 'subscribe' }],
    })
    // Guests and accounts that have already read today aren't affected.
    const guest = await openNewGuest(harness, '203.0.113.7')
    expect((await guest.unlock('one')).body.state).toBe('open')
    const first = harness.openBrowser('203.0.113.7')
    await first.signIn('new-0')
    expect((await first.unlock('two')).body.state).toBe('open')
    harness.verifiedUids.add('one-more')
    harness.advance(1000)
    await browser.signIn('one-more')
    expect((await browser.unlock('one')).body.state).toBe('open')
  })
})
