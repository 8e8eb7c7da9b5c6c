import { beforeEach, describe, expect, it } from 'vitest'
import { meterAllowance } from '../../src/domain/meter/allowance.ts'
import { getListPath } from '../newsletter/newsletter-list.ts'
import { openReferral } from '../referral/referral-record.ts'
import { unwrap } from '../testing/unwrap.ts'
import { type Browser, day, MeterHarness, StoppedError } from './testing/meter-harness.ts'

const stories = ['one', 'two', 'three', 'four', 'five'] as const
const email = 'asha@example.com'
const withAddress = { way: 'email', email, weekly: false }

let harness: MeterHarness
beforeEach(async () => {
  harness = new MeterHarness()
  await harness.storeArticles(stories)
  await harness.storeArticles(['members-only'], 'members')
  await harness.storeArticles(['for-all'], 'public')
  await harness.storeArticles(['gone'], 'metered', 'withdrawn')
  await harness.storeArticles(['not-yet'], 'metered', 'draft')
})

const readWays = async (browser: Browser, slug: string) => {
  const { body } = await browser.wall(slug)
  return body.state === 'open' ? 'open' : (body.ways as { kind: string }[]).map(({ kind }) => kind)
}

async function openGuest() {
  const browser = harness.openBrowser()
  await browser.wall('one')
  return browser
}

async function openReader(uid = 'ama', { isVerified = true } = {}) {
  harness.addAccount(uid, { isVerified })
  const browser = harness.openBrowser()
  expect((await browser.signIn(uid)).status).toBe(200)
  return browser
}

/** Follows a friend's link to a story. */
async function addFriend() {
  const uid = 'ravi'
  await harness.store({
    [`users/${uid}`]: {
      first_name: 'Ravi',
      last_name: 'Rao',
      email: 'ravi@example.com',
      createdAt: harness.now,
    },
  })
  return unwrap(await openReferral(harness.database.firestore, uid, harness.now)).code
}

async function countCost(run: () => Promise<unknown>) {
  const { reads, writes } = harness
  await run()
  return { reads: harness.reads - reads, writes: harness.writes - writes }
}

describe('a guest', () => {
  it('reads one story free, again at no cost, and then has other ways', async () => {
    const browser = await openGuest()
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

  it('is told to accept cookies, and opens nothing without them', async () => {
    for (let call = 0; call < 3; call++) {
      expect((await harness.openBrowser().unlock('one')).status).toBe(428)
    }
    expect(harness.networks.size).toBe(0)
    const browser = harness.openBrowser()
    await browser.unlock('one')
    expect((await browser.unlock('one')).body.state).toBe('open')
  })

  it('spends nothing by looking', async () => {
    const browser = await openGuest()
    for (const slug of stories) await browser.wall(slug)
    expect(await readWays(browser, 'five')).toEqual(['readFree', 'subscribe'])
    expect(harness.networks.size).toBe(0)
  })

  it('can read again for 30 days, and then has another story', async () => {
    const browser = await openGuest()
    await browser.unlock('one')
    harness.advance(30 * day - 1000)
    expect(await readWays(browser, 'one')).toBe('open')
    harness.advance(1000)
    expect(await readWays(browser, 'one')).toEqual(['readFree', 'subscribe'])
    await browser.unlock('two')
    expect((await browser.unlock('two')).body.state).toBe('open')
  })

  it('needs the bot check, and is asked to register without it', async () => {
    const browser = await openGuest()
    for (const botCheck of [undefined, 'bot']) {
      const { status, body } = await browser.unlock('one', { botCheck })
      expect(status).toBe(200)
      expect(body).toMatchObject({ state: 'closed', because: 'botCheck' })
      expect(body.ways).toEqual([
        { kind: 'register', allowance: 3, left: 3 },
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
  ])('can’t unlock %s', async (slug, status, body) => {
    const guest = await openGuest()
    const reader = await openReader()
    for (const browser of [guest, reader]) {
      const answer = await browser.unlock(slug)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject(body)
      // Nothing was spent.
      expect((await browser.unlock('one')).body.state).toBe('open')
    }
  })

  it('is asked to register while the Durable Object is down', async () => {
    const browser = await openGuest()
    harness.isNetworkDown = true
    const { status, body } = await browser.unlock('one')
    expect([status, body.state, body.because]).toEqual([200, 'closed', 'limit'])
    expect((body.ways as { kind: string }[])[0]!.kind).toBe('register')
    harness.isNetworkDown = false
    expect((await browser.unlock('one')).body.state).toBe('open')
    const reader = await openReader()
    harness.isNetworkDown = true
    expect((await reader.unlock('two')).body.state).toBe('open')
  })

  it('spends one story in two tabs at once', async () => {
    const browser = await openGuest()
    const tabs = [browser.copy(), browser.copy(), browser.copy()]
    const answers = await Promise.all(tabs.map((tab, at) => tab.unlock(stories[at]!)))
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['closed', 'closed', 'open'])
    // Every tab has learnt what the others did.
    const at = answers.findIndex(({ body }) => body.state === 'open')
    for (const tab of tabs) expect(await readWays(tab, stories[at]!)).toBe('open')
  })
})

describe('an address', () => {
  async function openUsedUp(address?: string) {
    const browser = harness.openBrowser(address)
    await browser.wall('one')
    await browser.unlock('one')
    return browser
  }

  it('opens one more story, and isn’t stored', async () => {
    const browser = await openUsedUp()
    expect((await browser.unlock('two', withAddress)).body.state).toBe('open')
    expect(await readWays(browser, 'three')).toEqual(['subscribe', 'register'])
    const stored = unwrap(await harness.database.firestore.query({ collection: 'unlockAddresses' }))
    expect(stored.documents).toHaveLength(1)
    expect(JSON.stringify(stored.documents)).not.toContain('asha')
    expect(await harness.read(await getListPath(email))).toBeNull()
    expect(harness.logged.join()).not.toContain('asha')
  })

  it('is added to the list if the box is ticked, as pending', async () => {
    const browser = await openUsedUp()
    await browser.unlock('two', { ...withAddress, weekly: true })
    expect(await harness.read(await getListPath(email))).toMatchObject({
      email,
      state: 'pending',
      source: 'wall',
      uid: null,
    })
  })

  it.each(['asha@example.com', ' Asha@Example.COM ', 'asha+more@example.com'])(
    'counts once: %j',
    async (again) => {
      await (await openUsedUp()).unlock('two', withAddress)
      const other = await openUsedUp('203.0.113.9')
      const refused = await other.unlock('two', { ...withAddress, email: again })
      expect(refused.body).toMatchObject({ state: 'closed', because: 'addressUsed' })
      expect(await readWays(other, 'two')).not.toBe('open')
      harness.advance(30 * day)
      await other.wall('one')
      await other.unlock('one')
      expect((await other.unlock('two', { ...withAddress, email: again })).body.state).toBe('open')
    },
  )

  it('counts once for two guests at once', async () => {
    const guests = await Promise.all([openUsedUp('203.0.113.1'), openUsedUp('203.0.114.1')])
    const answers = await Promise.all(guests.map((guest) => guest.unlock('two', withAddress)))
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['closed', 'open'])
  })

  it('can be used again after a refusal by the network', async () => {
    const browser = await openUsedUp()
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
      const browser = await openUsedUp()
      costs.push(
        await countCost(async () => {
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

  it.each(['', 'asha', 'a@b', `${'a'.repeat(300)}@example.com`])('is refused: %j', async (bad) => {
    const browser = await openUsedUp()
    expect((await browser.unlock('two', { ...withAddress, email: bad })).status).toBe(400)
  })
})

describe('a friend’s link', () => {
  it('opens its story in return for an address, and names the friend', async () => {
    const browser = await openGuest()
    await browser.unlock('one')
    await browser.send('GET', `/r/${await addFriend()}?to=two`)
    const { body } = await browser.wall('two')
    expect(body).toMatchObject({ state: 'closed', isReferral: true })
    expect(body.ways).toEqual([
      { kind: 'referred', friendName: 'Ravi' },
      { kind: 'subscribe' },
      { kind: 'register', allowance: 3, left: 2 },
    ])
    expect(await readWays(browser, 'three')).toEqual(['subscribe', 'register', 'email'])
    const address = { way: 'referred', email, weekly: false }
    expect((await browser.unlock('three', address)).body.because).toBe('notOffered')
    expect((await browser.unlock('two', address)).body.state).toBe('open')
    expect(await readWays(browser, 'two')).toBe('open')
    // The meter hasn't counted it.
    expect((await browser.wall('four')).body.ways).toContainEqual({
      kind: 'register',
      allowance: 3,
      left: 2,
    })
  })

  it('opens one story a month, and one for each address', async () => {
    const code = await addFriend()
    const address = { way: 'referred', email, weekly: false }
    const browser = await openGuest()
    for (const slug of ['two', 'three']) await browser.send('GET', `/r/${code}?to=${slug}`)
    expect((await browser.unlock('three', address)).body.state).toBe('open')
    await browser.send('GET', `/r/${code}?to=two`)
    expect((await browser.unlock('two', { ...address, email: 'b@example.com' })).body.because).toBe(
      'usedUp',
    )
    const other = await openGuest()
    await other.send('GET', `/r/${code}?to=two`)
    expect((await other.unlock('two', address)).body.because).toBe('addressUsed')
  })

  it.each(['/subscribe', '/', '/category/food', '/api/user', 'https://evil.example/two'])(
    'to %s opens nothing',
    async (to) => {
      const browser = await openGuest()
      await browser.send('GET', `/r/${await addFriend()}?to=${encodeURIComponent(to)}`)
      expect(browser.cookies.has('__Host-referral')).toBe(true)
      expect(browser.cookies.has('__Host-referred')).toBe(false)
    },
  )

  it('of nobody opens nothing, nor does a forged cookie', async () => {
    const browser = await openGuest()
    await browser.send('GET', '/r/bcdfghjkmn?to=two')
    expect(browser.cookies.has('__Host-referred')).toBe(false)
    const token = await harness.tokens.issueToken('device', 'two Ravi', harness.now)
    for (const forged of ['two Ravi', token]) {
      browser.cookies.set('__Host-referred', forged)
      const answer = await browser.unlock('two', { way: 'referred', email, weekly: false })
      expect(answer.body.because).toBe('notOffered')
    }
  })
})

describe('a reader', () => {
  it('reads three stories, on any device, and not a fourth', async () => {
    const phone = await openReader()
    await phone.unlock('one')
    const laptop = harness.openBrowser('203.0.113.9')
    await laptop.signIn('ama')
    expect(await readWays(laptop, 'one')).toBe('open')
    await laptop.unlock('two')
    await phone.unlock('three')
    expect((await laptop.unlock('four')).body).toMatchObject({
      because: 'usedUp',
      reason: 'notSubscribed',
      ways: [{ kind: 'subscribe' }],
    })
    expect((await phone.unlock('four')).body.because).toBe('usedUp')
    // Learnt by the refusal.
    for (const slug of ['one', 'two', 'three']) {
      expect(await readWays(phone, slug)).toBe('open')
      expect(await readWays(laptop, slug)).toBe('open')
    }
  })

  it('keeps what the guest has read, and its count', async () => {
    const browser = await openGuest()
    await browser.unlock('one')
    await browser.unlock('two', withAddress)
    harness.addAccount('ama')
    await browser.signIn('ama')
    expect(await readWays(browser, 'two')).toBe('open')
    expect((await browser.wall('three')).body.ways).toEqual([
      { kind: 'readFree', used: 2, allowance: meterAllowance.registered },
      { kind: 'subscribe' },
    ])
    const laptop = harness.openBrowser()
    await laptop.signIn('ama')
    expect(await readWays(laptop, 'two')).toBe('open')
  })

  it('sees on this device within ten minutes what another has unlocked', async () => {
    const phone = await openReader()
    const laptop = harness.openBrowser()
    await laptop.signIn('ama')
    await phone.unlock('one')
    harness.advance(11 * 60 * 1000)
    await laptop.send('GET', '/api/subscription')
    expect(await readWays(laptop, 'one')).toBe('open')
  })

  it('spends three stories in five tabs at once', async () => {
    const browser = await openReader()
    const tabs = stories.map(() => browser.copy())
    const answers = await Promise.all(tabs.map((tab, at) => tab.unlock(stories[at]!)))
    const opened = answers.filter(({ body }) => body.state === 'open')
    expect(opened).toHaveLength(meterAllowance.registered)
  })

  it('takes nothing along after logging out', async () => {
    const browser = await openReader()
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
    const browser = await openReader()
    expect((await browser.unlock('one')).body).toMatchObject({ state: 'open', until: null })
    expect((await harness.read('users/ama'))?.unlocks).toEqual([])
  })

  it('whose account was deleted, or who was logged out everywhere, opens nothing', async () => {
    const browser = await openReader()
    harness.advance(1000)
    await harness.openBrowser('1.2.3.4', new Map(browser.cookies)).send('DELETE', '/api/sessions')
    expect((await browser.copy().unlock('one')).status).toBe(401)
    unwrap(await harness.database.firestore.commit([{ remove: 'users/ama' }]))
    expect((await browser.unlock('one')).status).toBe(401)
    expect(await harness.read('users/ama')).toBeNull()
  })

  it('offers no address', async () => {
    const browser = await openReader()
    for (const way of ['email', 'referred']) {
      const { body } = await browser.unlock('one', { ...withAddress, way })
      expect(body).toMatchObject({ state: 'closed', because: 'notOffered' })
    }
  })

  it('with an unconfirmed address is counted by network, and asked to confirm it', async () => {
    const browser = await openReader('ama', { isVerified: false })
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

describe('the cost', () => {
  it.each([
    ['a guest’s', openGuest, {}, { reads: 1, writes: 0 }],
    ['an address’s', openGuest, withAddress, { reads: 2, writes: 1 }],
    ['a reader’s', openReader, {}, { reads: 2, writes: 1 }],
  ] as const)('of %s unlock is at most two reads and a write', async (_, open, fields, cost) => {
    const browser = await open()
    if ('email' in fields) await browser.unlock('one')
    expect(await countCost(() => browser.wall('two'))).toEqual({ reads: 0, writes: 0 })
    expect(await countCost(() => browser.unlock('two', fields))).toEqual(cost)
    expect(await readWays(browser, 'two')).toBe('open')
    expect(await countCost(() => browser.wall('two'))).toEqual({ reads: 0, writes: 0 })
    expect(await countCost(() => browser.unlock('two', fields))).toEqual({ reads: 0, writes: 0 })
  })
})

describe('an interrupted call', () => {
  type Flow = { readonly open: () => Promise<Browser>; readonly fields: object }
  const flows: [string, Flow][] = [
    ['a guest', { open: openGuest, fields: {} }],
    ['a reader', { open: openReader, fields: {} }],
    ['an unconfirmed reader', { open: () => openReader('ama', { isVerified: false }), fields: {} }],
    [
      'an address',
      {
        open: async () => {
          const browser = await openGuest()
          await browser.unlock('five')
          return browser
        },
        fields: { ...withAddress, weekly: true },
      },
    ],
  ]
  it.each(flows)('of %s counts once when it’s repeated', async (_, { open, fields }) => {
    for (let call = 1; call <= 12; call++) {
      for (const isCallMade of [false, true]) {
        harness.database.close()
        harness = new MeterHarness()
        await harness.storeArticles(stories)
        const browser = await open()
        harness.clearFault()
        harness.fault = { call, isCallMade }
        const first = await browser.unlock('one', fields).catch((error: unknown) => {
          if (!(error instanceof StoppedError)) throw error
          return null
        })
        harness.clearFault()
        const at = JSON.stringify({ call, isCallMade })
        if (first) expect(first.body.state, at).toBe('open')
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
          counts.every((count) => Number(count) <= 2),
          at,
        ).toBe(true)
      }
    }
  })

  it('merges a guest’s stories at the next chance', async () => {
    for (let call = 1; call <= 8; call++) {
      for (const isCallMade of [false, true]) {
        harness.database.close()
        harness = new MeterHarness()
        await harness.storeArticles(stories)
        harness.addAccount('ama')
        const browser = await openGuest()
        await browser.unlock('one')
        harness.clearFault()
        harness.fault = { call, isCallMade }
        await browser.signIn('ama').catch(() => null)
        harness.clearFault()
        await browser.signIn('ama')
        expect(await readWays(browser, 'one')).toBe('open')
        expect((await browser.wall('two')).body.ways).toContainEqual({
          kind: 'readFree',
          used: 1,
          allowance: 3,
        })
      }
    }
  })
})
