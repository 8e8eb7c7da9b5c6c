import { beforeEach, describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/offer.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import type { Browser, MeterHarness } from './testing/meter-harness.ts'
import {
  openGuest,
  openMeterHarness,
  openReader,
  readWays,
  withAddress,
} from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

describe('an interrupted call', () => {
  type Flow = {
    readonly open: (harness: MeterHarness) => Promise<Browser>
    readonly fields: object
  }
  const flows: [string, Flow][] = [
    ['a guest', { open: openGuest, fields: {} }],
    ['a guest on IPv6', { open: (harness) => openGuest(harness, '2001:db8:1:2::1'), fields: {} }],
    ['a reader', { open: openReader, fields: {} }],
    [
      'an unconfirmed reader',
      { open: (harness) => openReader(harness, { isVerified: false }), fields: {} },
    ],
    [
      'an address',
      {
        open: async (harness) => {
          const browser = await openGuest(harness)
          await browser.unlock('five')
          return browser
        },
        fields: { ...withAddress, weekly: true },
      },
    ],
  ]
  it.each(flows)('of %s counts once when it’s repeated', async (_, { open, fields }) => {
    const prepare = async () => {
      harness = await openMeterHarness()
      const browser = await open(harness)
      harness.clearFault()
      return browser
    }
    expect((await (await prepare()).unlock('one', fields)).body.state).toBe('open')
    const { calls } = harness.worker
    expect(calls).toBeGreaterThan(1)
    for (let call = 1; call <= calls; call++) {
      for (const isCallMade of [false, true]) {
        const browser = await prepare()
        harness.worker.fault = { call, isCallMade }
        const at = JSON.stringify({ call, isCallMade })
        await expect(browser.unlock('one', fields), at).rejects.toThrow(FaultError)
        harness.clearFault()
        expect((await browser.unlock('one', fields)).body.state, at).toBe('open')
        expect(await readWays(browser, 'one'), at).toBe('open')
        // One is spent, not two.
        const { body } = await browser.wall('two')
        const free = (body.ways as { kind: string; used?: number }[]).find(
          ({ kind }) => kind === 'readFree',
        )
        expect(free?.used, at).toBe(browser.cookies.has('__Host-session') ? 1 : undefined)
        const counts = [...harness.networks.values()].map((entries) => entries.get('count'))
        expect(
          counts.every((count) => Number(count) <= meterAllowance.guest + 1),
          at,
        ).toBe(true)
      }
    }
  })

  it('merges a guest’s stories at the next chance', async () => {
    const prepare = async () => {
      harness = await openMeterHarness()
      harness.addAccount('ama')
      const browser = await openGuest(harness)
      await browser.unlock('one')
      harness.clearFault()
      return browser
    }
    await (await prepare()).signIn('ama')
    const { calls } = harness.worker
    expect(calls).toBeGreaterThan(3)
    for (let call = 1; call <= calls; call++) {
      for (const isCallMade of [false, true]) {
        const browser = await prepare()
        harness.worker.fault = { call, isCallMade }
        await expect(browser.signIn('ama'), `call ${call}`).rejects.toThrow(FaultError)
        harness.clearFault()
        await browser.signIn('ama')
        expect(await readWays(browser, 'one')).toBe('open')
        expect((await browser.wall('two')).body.ways).toContainEqual({
          kind: 'readFree',
          used: meterAllowance.guest,
          allowance: meterAllowance.registered,
        })
      }
    }
  })
})
