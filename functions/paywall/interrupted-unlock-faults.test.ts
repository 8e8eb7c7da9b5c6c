import { describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/meter.ts'
import { interruptEachCall } from '../testing/interrupt-each-call.ts'
import type { Browser, MeterHarness } from './testing/meter-harness.ts'
import {
  openGuest,
  openMeterHarness,
  openReader,
  readWays,
  withAddress,
} from './testing/meter-scenario.ts'

let harness: MeterHarness

type Open = () => Promise<Browser>

/** Repeats a call that was interrupted. */
async function repeatInterrupted(
  open: Open,
  call: (browser: Browser) => Promise<unknown>,
  check: (browser: Browser, at: string) => Promise<unknown>,
) {
  let browser: Browser
  const prepare = async () => {
    harness = await openMeterHarness()
    browser = await open()
    return { harness: harness.worker, run: () => call(browser) }
  }
  await interruptEachCall(prepare, async (run, at) => {
    await run()
    expect(await readWays(browser, 'one'), at).toBe('open')
    await check(browser, at)
  })
}

describe('an interrupted call', () => {
  async function openWithFewLeft() {
    const browser = await openGuest(harness)
    await browser.unlock('five')
    return browser
  }
  const flows: [string, Open, object?][] = [
    ['a guest', () => openGuest(harness)],
    ['a guest on IPv6', () => openGuest(harness, '2001:db8:1:2::1')],
    ['a reader', () => openReader(harness)],
    ['an unconfirmed reader', () => openReader(harness, { isVerified: false })],
    ['an address', openWithFewLeft, { ...withAddress, weekly: true }],
  ]
  it.each(flows)('is counted once when it’s repeated by %s', async (_, open, fields) => {
    const unlock = (browser: Browser) => browser.unlock('one', fields)
    await repeatInterrupted(open, unlock, async (browser, at) => {
      // The unlock is repeated, but counts as one story.
      const { body } = await browser.wall('two')
      const free = (body.ways as { kind: string; used?: number }[]).find(
        ({ kind }) => kind === 'readFree',
      )
      expect(free?.used, at).toBe(browser.cookies.has('__Host-session') ? 1 : undefined)
      for (const entries of harness.networks.values())
        expect(Number(entries.get('count')), at).toBeLessThanOrEqual(meterAllowance.guest + 1)
    })
  })

  it('merges a guest’s stories when the sign-in is repeated', async () => {
    async function openRead() {
      harness.addAccount('ama')
      const browser = await openGuest(harness)
      await browser.unlock('one')
      return browser
    }
    const signIn = (browser: Browser) => browser.signIn('ama')
    await repeatInterrupted(openRead, signIn, async (browser) => {
      expect((await browser.wall('two')).body.ways).toContainEqual({
        kind: 'readFree',
        used: meterAllowance.guest,
        allowance: meterAllowance.registered,
      })
    })
  })
})
