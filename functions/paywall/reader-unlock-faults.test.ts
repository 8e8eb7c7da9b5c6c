import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import { meterAllowance } from '../../src/publication/meter.ts'
import { unwrap } from '../testing/unwrap.ts'
import type { MeterHarness } from './testing/meter-harness.ts'
import {
  openGuest,
  openMeterHarness,
  openReader,
  readWays,
  stories,
  withAddress,
} from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

describe('a reader', () => {
  it('can read only the free number of stories across all devices', async () => {
    const free = stories.slice(0, meterAllowance.registered)
    const another = stories[meterAllowance.registered]!
    const phone = await openReader(harness)
    await phone.unlock('one')
    const laptop = harness.openBrowser('203.0.113.9')
    await laptop.signIn('ama')
    expect(await readWays(laptop, 'one')).toBe('open')
    for (const [at, slug] of free.slice(1).entries())
      await (at % 2 === 0 ? laptop : phone).unlock(slug)
    expect((await laptop.unlock(another)).body).toMatchObject({
      because: 'usedUp',
      reason: 'notSubscribed',
      ways: [{ kind: 'subscribe' }],
    })
    expect((await phone.unlock(another)).body.because).toBe('usedUp')
    // The cookie is updated after the refusal.
    for (const slug of free) {
      expect(await readWays(phone, slug)).toBe('open')
      expect(await readWays(laptop, slug)).toBe('open')
    }
  })

  it('keeps the stories that were unlocked as a guest, and their count', async () => {
    const browser = await openGuest(harness)
    await browser.unlock('one')
    await browser.unlock('two', withAddress)
    harness.addAccount('ama')
    await browser.signIn('ama')
    expect(await readWays(browser, 'two')).toBe('open')
    expect((await browser.wall('three')).body.ways).toEqual([
      { kind: 'readFree', used: meterAllowance.guest + 1, allowance: meterAllowance.registered },
      { kind: 'subscribe' },
    ])
    const laptop = harness.openBrowser()
    await laptop.signIn('ama')
    expect(await readWays(laptop, 'two')).toBe('open')
  })

  it('sees within ten minutes what another device has unlocked', async () => {
    const phone = await openReader(harness)
    const laptop = harness.openBrowser()
    await laptop.signIn('ama')
    await phone.unlock('one')
    harness.advance(11 * minute)
    await laptop.send('GET', '/api/subscription')
    expect(await readWays(laptop, 'one')).toBe('open')
  })

  it('spends no more in five tabs at the same time than in a single tab', async () => {
    const browser = await openReader(harness)
    // All calls read before the first one writes.
    let waiting = 0
    let release = () => {}
    const allHaveRead = new Promise<void>((resolve) => {
      release = resolve
    })
    const { firestore } = harness.database
    const { commit } = firestore
    Object.assign(firestore, {
      commit: async (writes: Parameters<typeof commit>[0]) => {
        waiting++
        if (waiting === stories.length) release()
        await allHaveRead
        return commit(writes)
      },
    })
    const tabs = stories.map(() => browser.copy())
    const answers = await Promise.all(tabs.map((tab, at) => tab.unlock(stories[at]!)))
    const opened = answers.filter(({ body }) => body.state === 'open')
    expect(opened).toHaveLength(meterAllowance.registered)
  })

  it('loses the unlocked stories by logging out', async () => {
    const browser = await openReader(harness)
    await browser.unlock('one')
    await browser.signOut()
    expect(browser.cookies.has('__Host-meter')).toBe(false)
    expect(await readWays(browser, 'one')).toEqual(['readFree', 'subscribe'])
  })

  it('spends nothing if subscribed', async () => {
    await harness.store({
      'subscriptions/ama': {
        subscription: {
          state: 'active',
          plan: 'annual_99',
          provider: 'I-1',
          paidThrough: new Date(harness.now.getTime() + 100 * day),
        },
      },
    })
    const browser = await openReader(harness)
    expect((await browser.unlock('one')).body).toMatchObject({ state: 'open', until: null })
    expect((await harness.read('users/ama'))?.unlocks).toEqual([])
  })

  it('gets no access once the account is deleted or logged out everywhere', async () => {
    const browser = await openReader(harness)
    harness.advance(1000)
    await harness.openBrowser('1.2.3.4', browser.cookies).send('DELETE', '/api/sessions')
    expect((await browser.copy().unlock('one')).status).toBe(401)
    unwrap(await harness.database.firestore.commit([{ remove: 'users/ama' }]))
    expect((await browser.unlock('one')).status).toBe(401)
    expect(await harness.read('users/ama')).toBeNull()
  })

  it('can’t unlock a story with an address', async () => {
    const browser = await openReader(harness)
    for (const way of ['email', 'referred']) {
      const { body } = await browser.unlock('one', { ...withAddress, way })
      expect(body).toMatchObject({ state: 'closed', because: 'notOffered' })
    }
  })

  it('is counted by network, and asked to confirm the address, while it’s unconfirmed', async () => {
    const browser = await openReader(harness, { isVerified: false })
    harness.isNetworkDown = true
    expect((await browser.unlock('one')).body).toMatchObject({
      because: 'limit',
      ways: [{ kind: 'confirmEmail' }, { kind: 'subscribe' }],
    })
    harness.isNetworkDown = false
    expect((await browser.unlock('one')).body.state).toBe('open')
    expect(harness.networks.size).toBe(1)
  })
})
