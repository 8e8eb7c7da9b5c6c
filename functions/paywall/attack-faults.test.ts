/** Tests what somebody can read by dropping, copying, ageing or forging cookies. */
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/domain/duration.ts'
import { networkUnlocksPerDay } from '../../src/domain/paywall/allowance.ts'
import { maxSpent, type Unlock, unlockWays } from '../../src/domain/paywall/unlock.ts'
import { meterAllowance, meterDays } from '../../src/publication/meter.ts'
import { createTokens, type MeterCookie } from '../identity/session-tokens.ts'
import { type Browser, MeterHarness } from './testing/meter-harness.ts'
import { openGuest, readWays, spent } from './testing/meter-scenario.ts'

const archive = Array.from({ length: 400 }, (_, number) => `story-${number}`)

let harness: MeterHarness
beforeEach(async () => {
  harness = new MeterHarness()
  await harness.storeArticles([...archive, ...spent])
})

const isOpen = async (browser: Browser, slug: string) =>
  (await browser.wall(slug)).body.state === 'open'

describe('a script that drops its cookies', () => {
  /** Returns the stories read. */
  async function readArchive(address: (at: number) => string, fields: object = {}) {
    const read: string[] = []
    for (const [at, slug] of archive.entries()) {
      const browser = harness.openBrowser(address(at))
      await browser.wall(slug)
      const { body } = await browser.unlock(slug, fields)
      if (body.state === 'open') read.push(slug)
      else expect((body.ways as { kind: string }[])[0]!.kind).toBe('register')
    }
    return read
  }

  it('reads at most the daily ceiling of its network', async () => {
    const first = await readArchive(() => '203.0.113.7')
    expect(first).toHaveLength(networkUnlocksPerDay)
    // The refusal lasts until the day ends.
    harness.advance(13 * hour)
    expect(await readArchive(() => '203.0.113.8')).toEqual([])
    harness.advance(hour)
    expect(await readArchive(() => '203.0.113.7')).toHaveLength(networkUnlocksPerDay)
  })

  it('gains nothing by using other addresses in its block', async () => {
    const read = [
      ...(await readArchive((at) => `2001:db8:1:2:${at.toString(16)}::${at}`)),
      ...(await readArchive((at) => `2001:DB8:1:2::${at.toString(16)}`)),
    ]
    expect(read).toHaveLength(networkUnlocksPerDay)
  })

  it('gains nothing by calling at the same time', async () => {
    const answers = await Promise.all(
      archive.map(async (slug, at) => {
        const browser = harness.openBrowser(`203.0.113.${at % 250}`)
        await browser.wall(slug)
        return (await browser.unlock(slug)).body.state
      }),
    )
    expect(answers.filter((state) => state === 'open')).toHaveLength(networkUnlocksPerDay)
  })

  it('gains nothing by creating accounts with made-up addresses', async () => {
    await readArchive(() => '203.0.113.7')
    for (const number of [1, 2, 3]) {
      const uid = `made-up-${number}`
      harness.addAccount(uid, { isVerified: false })
      const browser = harness.openBrowser('203.0.113.7')
      await browser.signIn(uid)
      expect((await browser.unlock('story-0')).body.because).toBe('limit')
    }
  })
})

describe('logging in and out', () => {
  const usedUp = ['subscribe', 'register', 'email']

  beforeEach(() => {
    harness.addAccount('ama')
    harness.addAccount('ravi')
  })

  it('restores neither a story unlocked with an address nor an earlier story', async () => {
    const browser = await openGuest(harness)
    await browser.unlock('story-0')
    await browser.signIn('ama')
    await browser.signOut()
    const address = { way: 'email', email: 'asha@example.com', weekly: false }
    expect((await browser.unlock('story-1', address)).body.state).toBe('open')
    await browser.signIn('ama')
    await browser.signOut()
    const other = { ...address, email: 'other@example.com' }
    expect((await browser.unlock('story-2', other)).body.because).toBe('usedUp')
    expect((await browser.unlock('story-0')).body.because).toBe('usedUp')
    // The account counts each story once.
    expect((await browser.signIn('ama')).status).toBe(200)
    expect((await browser.wall('story-2')).body.ways).toMatchObject([
      { kind: 'readFree', used: meterAllowance.guest + 1 },
      { kind: 'subscribe' },
    ])
  })

  it('reveals no stories to the next person at the device', async () => {
    const browser = await openGuest(harness)
    await browser.unlock('story-0')
    const guest = await harness.tokens.readMeter(browser.cookies.get('__Host-meter'), harness.now)
    await browser.signIn('ama')
    await browser.unlock('story-1')
    await browser.signOut()
    for (const slug of ['story-0', 'story-1', 'story-2']) {
      expect(await readWays(browser, slug)).toEqual(usedUp)
    }
    const cookie = browser.cookies.get('__Host-meter')!
    expect(atob(cookie.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))).not.toMatch(
      new RegExp(`story-|ama|${guest!.owner.id}`),
    )
  })

  it('doesn’t give stories back when the session ends by itself', async () => {
    const browser = await openGuest(harness)
    await browser.unlock('story-0')
    await browser.signIn('ama')
    for (const name of ['__Host-session', '__Host-pass', 'reader']) browser.cookies.delete(name)
    for (const _ of ['before the cookie is replaced', 'afterwards']) {
      expect(await readWays(browser, 'story-1')).toEqual(usedUp)
    }
  })
})

describe('a copied or old cookie', () => {
  async function openGuestWith(slug: string) {
    const browser = await openGuest(harness)
    await browser.unlock(slug)
    return browser
  }

  it('grants no access after `meterDays`, however it’s used until then', async () => {
    const browser = await openGuestWith('story-1')
    const stolen = browser.copy()
    for (let time = 1; time < 5; time++) {
      harness.advance((meterDays * day) / 5)
      // Repeated calls don't extend the unlock.
      expect((await browser.unlock('story-1')).body.state).toBe('open')
      await browser.unlock('story-2')
      expect(await isOpen(browser, 'story-1')).toBe(true)
    }
    harness.advance((meterDays * day) / 5)
    for (const one of [browser, stolen]) expect(await isOpen(one, 'story-1')).toBe(false)
  })

  it('grants no further access that day if it’s a guest’s from before the unlock', async () => {
    const browser = await openGuest(harness)
    const saved = browser.copy()
    await browser.unlock('story-1')
    for (const slug of archive.slice(2, 10)) {
      expect((await saved.copy().unlock(slug)).body.state).toBe('closed')
    }
  })

  it('grants others no access if it’s a reader’s', async () => {
    harness.addAccount('ama')
    harness.addAccount('ravi')
    const ama = harness.openBrowser()
    await ama.signIn('ama')
    await ama.unlock('story-1')
    const stolen = ama.cookies.get('__Host-meter')!
    const guest = harness.openBrowser()
    guest.cookies.set('__Host-meter', stolen)
    expect(await isOpen(guest, 'story-1')).toBe(false)
    const ravi = harness.openBrowser()
    await ravi.signIn('ravi')
    ravi.cookies.set('__Host-meter', stolen)
    expect(await isOpen(ravi, 'story-1')).toBe(false)
    // Signing in with that cookie doesn't add its stories to the account either.
    const later = harness.openBrowser()
    later.cookies.set('__Host-meter', stolen)
    await later.signIn('ravi')
    expect(await isOpen(later, 'story-1')).toBe(false)
    expect((await harness.read('users/ravi'))?.unlocks).toEqual([])
  })

  it('doesn’t give a story back if it’s a reader’s from before an unlock', async () => {
    harness.addAccount('ama')
    const browser = harness.openBrowser()
    await browser.signIn('ama')
    const saved = browser.copy()
    for (let story = 1; story <= meterAllowance.registered; story++)
      await browser.unlock(`story-${story}`)
    const another = `story-${meterAllowance.registered + 1}`
    expect((await saved.copy().unlock(another)).body.because).toBe('usedUp')
    saved.cookies.delete('__Host-meter')
    expect((await saved.copy().unlock(another)).body.because).toBe('usedUp')
  })
})

describe('a forged cookie', () => {
  const claims = (change: object = {}) => ({
    v: 1,
    sub: 'a-guest',
    kind: 'guest',
    unlocks: [['story-1', Math.floor(harness.now.getTime() / 1000), 'free']],
    ...change,
  })

  const sign = (content: object, { type = 'meter', secret = 7, age = 0, alg = 'HS256' } = {}) =>
    new SignJWT({ ...content })
      .setProtectedHeader({ alg, typ: type, kid: '1' })
      .setIssuedAt(new Date(harness.now.getTime() - age))
      .sign(new Uint8Array(alg === 'HS512' ? 64 : 32).fill(secret))

  const openWith = (cookie: string) => {
    const browser = harness.openBrowser()
    browser.cookies.set('__Host-meter', cookie)
    return isOpen(browser, 'story-1')
  }

  it('grants no access', async () => {
    // The test's own signature is valid.
    expect(await openWith(await sign(claims()))).toBe(true)
    const unsigned = `${btoa('{"alg":"none","typ":"meter","kid":"1"}')}.${btoa(JSON.stringify(claims()))}.`
    const [header, , signature] = (await sign(claims())).split('.')
    const [, otherClaims] = (await sign(claims({ sub: 'another' }))).split('.')
    const forgeries = [
      await sign(claims(), { secret: 8 }),
      await sign(claims(), { type: 'device' }),
      await sign(claims(), { type: 'session' }),
      await sign(claims(), { age: 30 * day + 1000 }),
      await sign(claims(), { alg: 'HS512' }),
      await sign(claims({ v: 2 })),
      await sign(claims({ v: undefined })),
      await sign(claims({ kind: 'reader' })),
      await sign(claims({ kind: 'editor' })),
      await sign(claims({ unlocks: 'story-1' })),
      await sign(claims({ unlocks: [['story-1', 'now', 'free']] })),
      await sign(claims({ unlocks: [['story-1', 0, 'free']] })),
      await sign(claims({ unlocks: [['story-1', 1e300, 'free']] })),
      unsigned,
      `${header}.${otherClaims}.${signature}`,
      'story-1',
      '',
    ]
    for (const forgery of forgeries) expect(await openWith(forgery), forgery).toBe(false)
  })
})

it('the meter’s cookie stays within browsers’ size limit, and the record is bounded', async () => {
  const tokens = createTokens({ current: 255, secrets: new Map([[255, new Uint8Array(32)]]) })
  const longest = Array.from(
    { length: 16 },
    (_, number): Unlock => ({
      slug: `${number}`.padStart(120, 'x'),
      way: unlockWays.toSorted((one, other) => other.length - one.length)[0]!,
      at: harness.now,
    }),
  )
  const owner: MeterCookie['owner'] = { kind: 'reader', id: 'x'.repeat(128) }
  const spent = longest.slice(0, maxSpent)
  const meter = { owner, unlocks: longest, spent, spentByAddress: spent }
  const token = await tokens.issueMeter(meter, harness.now)
  expect(`__Host-meter=${token}`.length).toBeLessThan(4000)

  // Somebody logs in repeatedly with other guests' cookies.
  harness.addAccount('ama')
  for (const slug of archive.slice(0, 25)) {
    const browser = await openGuest(harness)
    await browser.unlock(slug)
    await browser.signIn('ama')
  }
  const stored = (await harness.read('users/ama'))?.unlocks as unknown[]
  expect(stored).toHaveLength(16)
  const browser = harness.openBrowser()
  await browser.signIn('ama')
  expect((await browser.wall('story-399')).body.ways).toEqual([{ kind: 'subscribe' }])
})
