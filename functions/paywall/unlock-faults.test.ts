import { beforeEach, describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/publication/meter.ts'
import type { MeterHarness } from './testing/meter-harness.ts'
import {
  countCost,
  openGuest,
  openMeterHarness,
  openNewGuest,
  openReader,
  readWays,
  withAddress,
} from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

describe('a guest', () => {
  it('reads the last free story, rereads it for free, and then has other options', async () => {
    const browser = await openGuest(harness)
    expect(await readWays(browser, 'one')).toEqual(['readFree', 'subscribe'])
    expect((await browser.unlock('one')).body.state).toBe('open')
    expect(await readWays(browser, 'one')).toBe('open')
    expect((await browser.unlock('one')).body).toMatchObject({ state: 'open', isReferral: false })
    expect(await readWays(browser, 'two')).toEqual(['subscribe', 'register', 'email'])
    expect((await browser.unlock('two')).body).toMatchObject({
      state: 'closed',
      because: 'usedUp',
      reason: 'signedOut',
    })
    expect(await readWays(browser, 'two')).not.toBe('open')
  })

  it('is told to accept cookies, and can’t unlock anything without them', async () => {
    for (let call = 0; call < 3; call++) {
      expect((await harness.openBrowser().unlock('one')).status).toBe(428)
    }
    expect(harness.networks.size).toBe(0)
    const browser = harness.openBrowser()
    await browser.unlock('one')
    expect((await browser.unlock('one')).body.state).toBe('open')
  })

  it('needs the bot check, and is asked to register without it', async () => {
    const allowance = meterAllowance.registered
    const browser = await openNewGuest(harness)
    for (const botCheck of [undefined, 'bot']) {
      const { status, body } = await browser.unlock('one', { botCheck })
      expect(status).toBe(200)
      expect(body).toMatchObject({ state: 'closed', because: 'botCheck' })
      expect(body.ways).toEqual([
        { kind: 'register', allowance, left: allowance },
        { kind: 'subscribe' },
      ])
    }
    expect(harness.networks.size).toBe(0)
    expect(await readWays(browser, 'one')).toEqual(['readFree', 'subscribe'])
  })

  it.each([
    [
      'members-only',
      200,
      { state: 'closed', because: 'notOffered', ways: [{ kind: 'subscribe' }] },
    ],
    ['for-all', 200, { state: 'open', until: null }],
    ['gone', 410, { error: { code: 'withdrawn' } }],
    ['not-yet', 404, { error: { code: 'not_found' } }],
    ['no-such-story', 404, { error: { code: 'not_found' } }],
  ])('uses up no free story on %s', async (slug, status, body) => {
    const guest = await openGuest(harness)
    const reader = await openReader(harness)
    for (const browser of [guest, reader]) {
      const answer = await browser.unlock(slug)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject(body)
      // The refused calls used up nothing.
      expect((await browser.unlock('one')).body.state).toBe('open')
    }
  })

  it('is asked to register while the Durable Object is down', async () => {
    const browser = await openGuest(harness)
    harness.isNetworkDown = true
    const { status, body } = await browser.unlock('one')
    expect([status, body.state, body.because]).toEqual([200, 'closed', 'limit'])
    expect((body.ways as { kind: string }[])[0]!.kind).toBe('register')
    harness.isNetworkDown = false
    expect((await browser.unlock('one')).body.state).toBe('open')
    const reader = await openReader(harness)
    harness.isNetworkDown = true
    expect((await reader.unlock('two')).body.state).toBe('open')
  })
})

describe('the cost', () => {
  it.each([
    ['a guest’s', openGuest, {}, { reads: 1, writes: 0 }],
    ['an address’s', openGuest, withAddress, { reads: 2, writes: 1 }],
    ['a reader’s', openReader, {}, { reads: 3, writes: 2 }],
  ] as const)(
    'is at most three reads and two writes for %s unlock',
    async (_, open, fields, cost) => {
      const browser = await open(harness)
      if ('email' in fields) await browser.unlock('one')
      expect(await countCost(harness, () => browser.wall('two'))).toEqual({ reads: 0, writes: 0 })
      expect(await countCost(harness, () => browser.unlock('two', fields))).toEqual(cost)
      expect(await readWays(browser, 'two')).toBe('open')
      expect(await countCost(harness, () => browser.wall('two'))).toEqual({ reads: 0, writes: 0 })
      expect(await countCost(harness, () => browser.unlock('two', fields))).toEqual({
        reads: 0,
        writes: 0,
      })
    },
  )
})
