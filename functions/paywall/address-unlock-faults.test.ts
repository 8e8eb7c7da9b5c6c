import { beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import { emailLimits } from '../../src/domain/email-limits.ts'
import { meterAllowance, meterDays } from '../../src/publication/meter.ts'
import { countSignUp } from '../email/count-email.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import { unwrap } from '../testing/unwrap.ts'
import type { MeterHarness } from './testing/meter-harness.ts'
import {
  addFriend,
  countCost,
  email,
  openGuest,
  openMeterHarness,
  openUsedUp,
  readWays,
  withAddress,
} from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

describe('an address', () => {
  it('unlocks one more story, and isn’t stored', async () => {
    const browser = await openUsedUp(harness)
    expect((await browser.unlock('two', withAddress)).body.state).toBe('open')
    expect(await readWays(browser, 'three')).toEqual(['subscribe', 'register'])
    const stored = unwrap(await harness.database.firestore.query({ collection: 'unlockAddresses' }))
    expect(stored.documents).toHaveLength(1)
    expect(JSON.stringify(stored.documents)).not.toContain('asha')
    expect(await harness.read(await getListPath(email))).toBeNull()
    expect(harness.worker.logged.join()).not.toContain('asha')
  })

  it('is added to the list as pending if the box is ticked', async () => {
    const browser = await openUsedUp(harness)
    await browser.unlock('two', { ...withAddress, weekly: true })
    expect(await harness.read(await getListPath(email))).toMatchObject({
      email,
      state: 'pending',
      source: 'wall',
      uid: null,
    })
  })

  it('isn’t added to the list after too many addresses of its domain were added, but can still unlock a story', async () => {
    const browser = await openUsedUp(harness)
    for (const index of Array(emailLimits.domain[0].count).keys())
      await countSignUp(
        harness.database.firestore,
        { email: `x${index}@example.com`, isChecked: true },
        { ip: '', consentedAt: harness.now },
      )
    expect((await browser.unlock('two', { ...withAddress, weekly: true })).status).toBe(429)
    expect(await harness.read(await getListPath(email))).toBeNull()
    expect((await browser.unlock('two', withAddress)).body.state).toBe('open')
  })

  it.each(['asha@example.com', ' Asha@Example.COM ', 'asha+more@example.com'])(
    'unlocks only one story a month: %j',
    async (again) => {
      await (await openUsedUp(harness)).unlock('two', withAddress)
      const other = await openUsedUp(harness, '203.0.113.9')
      const refused = await other.unlock('two', { ...withAddress, email: again })
      expect(refused.body).toMatchObject({ state: 'closed', because: 'addressUsed' })
      expect(await readWays(other, 'two')).not.toBe('open')
      harness.advance(meterDays * day)
      const next = await openUsedUp(harness, '203.0.113.9')
      expect((await next.unlock('two', { ...withAddress, email: again })).body.state).toBe('open')
    },
  )

  it('unlocks a story for only one of two guests who use it at the same time', async () => {
    const guests = await Promise.all([
      openUsedUp(harness, '203.0.113.1'),
      openUsedUp(harness, '203.0.114.1'),
    ])
    const answers = await Promise.all(guests.map((guest) => guest.unlock('two', withAddress)))
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['closed', 'open'])
  })

  it('can’t keep its story open for longer by sending an older cookie again', async () => {
    const browser = await openUsedUp(harness)
    const saved = browser.copy()
    await browser.unlock('two', withAddress)
    harness.advance((meterDays - 1) * day)
    const replayed = saved.copy()
    expect((await replayed.unlock('two', withAddress)).body.state).toBe('open')
    harness.advance(day)
    expect(await readWays(replayed, 'two')).not.toBe('open')
    expect(await readWays(browser, 'two')).not.toBe('open')
  })

  it('can be used again after a refusal by the network', async () => {
    const browser = await openUsedUp(harness)
    harness.isNetworkDown = true
    expect((await browser.unlock('two', withAddress)).body.because).toBe('limit')
    harness.isNetworkDown = false
    expect((await browser.unlock('three', withAddress)).body.state).toBe('open')
  })

  it('gets the same answer whether it’s known or not', async () => {
    harness.addAccount('asha')
    await harness.openBrowser().signIn('asha')
    await harness.store({
      [await getListPath('known@example.com')]: {
        email: 'known@example.com',
        state: 'confirmed',
        source: 'footer',
        consentedAt: harness.now,
        ip: '',
        userAgent: '',
      },
    })
    const costs: unknown[] = []
    const answers: unknown[] = []
    for (const one of ['unknown@example.com', 'known@example.com', email]) {
      const browser = await openUsedUp(harness)
      costs.push(
        await countCost(harness, async () => {
          const answer = await browser.unlock('two', { ...withAddress, email: one, weekly: true })
          answers.push({ ...answer, cookies: [...browser.cookies.keys()] })
        }),
      )
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(costs[1]).toEqual(costs[0])
    expect(costs[2]).toEqual(costs[0])
  })
})

describe('a friend’s link', () => {
  it('opens its story in return for an address, and names the friend', async () => {
    const allowance = meterAllowance.registered
    const toRegister = { kind: 'register', allowance, left: allowance - meterAllowance.guest }
    const browser = await openGuest(harness)
    await browser.unlock('one')
    await browser.send('GET', `/r/${await addFriend(harness)}?to=two`)
    const { body } = await browser.wall('two')
    expect(body).toMatchObject({ state: 'closed', isReferral: true })
    expect(body.ways).toEqual([
      { kind: 'referred', friendName: 'Ravi' },
      { kind: 'subscribe' },
      toRegister,
    ])
    expect(await readWays(browser, 'three')).toEqual(['subscribe', 'register', 'email'])
    const address = { way: 'referred', email, weekly: false }
    expect((await browser.unlock('three', address)).body.because).toBe('notOffered')
    expect((await browser.unlock('two', address)).body.state).toBe('open')
    expect(await readWays(browser, 'two')).toBe('open')
    // The meter hasn't counted this story.
    expect((await browser.wall('four')).body.ways).toContainEqual(toRegister)
  })

  it.each(['win-money.com', 'asha@example.com', 'Ravi \u202eevil', '\u200b', '   '])(
    'doesn’t show strangers the name %j',
    async (first_name) => {
      const browser = await openUsedUp(harness)
      const code = await addFriend(harness)
      await harness.store({ 'users/ravi': { ...(await harness.read('users/ravi')), first_name } })
      await browser.send('GET', `/r/${code}?to=two`)
      const { body } = await browser.wall('two')
      expect(body.ways).toContainEqual({ kind: 'referred', friendName: '' })
    },
  )

  it('opens one story a month, and one for each address', async () => {
    const code = await addFriend(harness)
    const address = { way: 'referred', email, weekly: false }
    const browser = await openGuest(harness)
    for (const slug of ['two', 'three']) await browser.send('GET', `/r/${code}?to=${slug}`)
    expect((await browser.unlock('three', address)).body.state).toBe('open')
    await browser.send('GET', `/r/${code}?to=two`)
    expect((await browser.unlock('two', { ...address, email: 'b@example.com' })).body.because).toBe(
      'usedUp',
    )
    const other = await openGuest(harness)
    await other.send('GET', `/r/${code}?to=two`)
    expect((await other.unlock('two', address)).body.because).toBe('addressUsed')
  })

  it.each(['/subscribe', '/', '/category/food', '/api/user', 'https://evil.example/two'])(
    'grants no access if it’s to %s',
    async (to) => {
      const browser = await openGuest(harness)
      await browser.send('GET', `/r/${await addFriend(harness)}?to=${encodeURIComponent(to)}`)
      expect(browser.cookies.has('__Host-referral')).toBe(true)
      expect(browser.cookies.has('__Host-referred')).toBe(false)
    },
  )

  it('grants no access without an owner, or with a forged cookie', async () => {
    const browser = await openGuest(harness)
    await browser.send('GET', '/r/bcdfghjkmn?to=two')
    expect(browser.cookies.has('__Host-referred')).toBe(false)
    const token = await harness.tokens.issueToken('student', 'two Ravi', harness.now)
    for (const forged of ['two Ravi', token]) {
      browser.cookies.set('__Host-referred', forged)
      const answer = await browser.unlock('two', { way: 'referred', email, weekly: false })
      expect(answer.body.because).toBe('notOffered')
    }
  })
})
