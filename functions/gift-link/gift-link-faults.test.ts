/** Givers, recipients, strangers, and a Worker that is interrupted. */
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GivenArticlesResponse } from '../../src/contracts/gift-link-endpoints.ts'
import { getRedirectShardPath } from '../../src/contracts/redirect-shards.ts'
import { unwrap } from '../testing/unwrap.ts'
import { FaultError, WorkerHarness } from '../testing/worker-harness.ts'
import { giftLinkPath } from './gift-link-record.ts'

const slug = 'fathers-in-pencil'
const otherSlug = 'rain-on-the-verandah'
const text = 'The closed part.'
const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }

let harness: WorkerHarness
beforeEach(async () => {
  harness = await createGiver()
})
afterEach(() => harness.database.close())

async function createGiver(): Promise<WorkerHarness> {
  const created = new WorkerHarness()
  await created.storeReaderAndCheckout()
  const { firestore } = created.database
  const paidThrough = new Date(created.now.getTime() + 300 * 24 * 3600_000)
  const subscription = { state: 'active', plan: 'annual_99', provider: 'I-1', paidThrough }
  const articles = [
    ...[slug, otherSlug].map((name) => ({ name, access: 'metered', status: 'published' })),
    ...Array.from({ length: 12 }, (_, index) => ({
      name: `story-${index}`,
      access: 'members',
      status: 'published',
    })),
    { name: 'everyones', access: 'public', status: 'published' },
    { name: 'gone', access: 'metered', status: 'withdrawn' },
    { name: 'not-yet', access: 'metered', status: 'draft' },
  ]
  unwrap(
    await firestore.commit([
      { set: `subscriptions/${created.uid}`, fields: { subscription } },
      ...articles.map(({ name, ...fields }) => ({
        set: `articles/${name}`,
        fields: { title: `On ${name}`, ...fields },
      })),
    ]),
  )
  for (const { name } of articles) created.bodyCache.set(name, new Uint8Array(gzipSync(text)))
  await created.logIn()
  return created
}

type Browser = ReturnType<WorkerHarness['openBrowser']>

const give = (name = slug) => harness.post('/api/gift-links', { slug: name })
const readGiven = async (response: Response) => (await response.json()) as GivenArticlesResponse
const list = async () => readGiven(await harness.get('/api/gift-links'))

async function giveForCode(name = slug): Promise<string> {
  const { given } = await readGiven(await give(name))
  return given.find((item) => item.slug === name && item.state === 'working')!.code
}

const follow = (browser: Browser, code: string, headers: Record<string, string> = phone) =>
  browser.send('GET', `/g/${code}`, undefined, headers)
const read = async (browser: Browser, name = slug) =>
  (await browser.send('GET', `/api/articles/${name}/body`)).status
const deleteLink = async (code: string) => {
  const browser = harness.openBrowser()
  for (const [name, value] of harness.cookies) browser.cookies.set(name, value)
  return browser.send('DELETE', `/api/gift-links/${code}`)
}
const readLink = async (code: string) =>
  unwrap(await harness.database.firestore.get(giftLinkPath(code)))?.fields

async function openGift(name = slug) {
  const code = await giveForCode(name)
  const browser = harness.openBrowser()
  await follow(browser, code)
  return { code, browser }
}

describe('giving', () => {
  it('says what is left before anything is given, and costs nothing to look at', async () => {
    expect(await list()).toEqual({ left: 10, given: [] })
    expect(await list()).toEqual({ left: 10, given: [] })
  })

  it('returns the same link again, and the list', async () => {
    const first = await readGiven(await give())
    expect(first).toMatchObject({
      left: 9,
      given: [{ slug, title: `On ${slug}`, state: 'working', isOfThisMonth: true }],
    })
    expect(await readGiven(await give())).toEqual(first)
    expect(await list()).toEqual(first)
  })

  it('is possible during the grace period, not after it, and the list remains', async () => {
    const path = `subscriptions/${harness.uid}`
    const failedAt = harness.now
    const subscription = {
      state: 'paymentFailed',
      plan: 'annual_99',
      provider: 'I-1',
      paidThrough: failedAt,
      failedAt,
    }
    const { firestore } = harness.database
    unwrap(await firestore.commit([{ set: path, fields: { subscription } }]))
    const code = await giveForCode()
    await harness.advanceDays(8)
    const refused = await give(otherSlug)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { code: 'not_entitled' } },
    ])
    expect((await list()).given).toMatchObject([{ code, state: 'working' }])
    expect((await deleteLink(code)).status).toBe(200)
  })

  it.each([
    ['everyones', 409, 'not_possible'],
    ['gone', 410, 'withdrawn'],
    ['not-yet', 404, 'not_found'],
    ['unknown', 404, 'not_found'],
  ])('refuses %s', async (name, status, code) => {
    const refused = await give(name)
    expect([refused.status, await refused.json()]).toMatchObject([status, { error: { code } }])
    expect((await list()).left).toBe(10)
  })

  it('needs an account, and a request of our own pages', async () => {
    expect((await harness.openBrowser().send('POST', '/api/gift-links', { slug })).status).toBe(401)
    const elsewhere = { Origin: 'https://elsewhere.example' }
    const browser = harness.openBrowser()
    for (const [name, value] of harness.cookies) browser.cookies.set(name, value)
    const forged = await browser.send('POST', '/api/gift-links', { slug }, elsewhere)
    expect(forged.status).toBe(403)
  })

  it('allows ten stories a month, also in two tabs at once', async () => {
    for (let index = 0; index < 9; index++) await give(`story-${index}`)
    const last = await Promise.all([
      give('story-9'),
      give('story-10'),
      give('story-9'),
      give('story-11'),
    ])
    const accepted = last.filter(({ status }) => status === 200)
    const { left, given } = await list()
    expect(left).toBe(0)
    expect(given).toHaveLength(10)
    expect(accepted.length).toBeGreaterThan(0)
    for (const refused of last.filter(({ status }) => status !== 200)) {
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ error: { code: 'not_possible' } })
    }
    expect((await harness.queryAll({ collection: 'giftLinks' })).length).toBe(10)
    // A story of this month is still given again, and the others wait for the next.
    expect((await give('story-3')).status).toBe(200)
    await harness.advanceDays(31)
    await harness.logIn()
    expect((await list()).left).toBe(10)
    expect((await give('story-11')).status).toBe(200)
  })

  it('creates one link in two tabs at once', async () => {
    await Promise.all([give(), give(), give()])
    expect((await list()).given).toHaveLength(1)
    expect(await harness.queryAll({ collection: 'giftLinks' })).toHaveLength(1)
  })
})

describe('GET /g/{code}', () => {
  it('opens the story in this browser, and leaves no trace of the code', async () => {
    const code = await giveForCode()
    const browser = harness.openBrowser()
    expect(await read(browser)).toBe(401)
    const response = await follow(browser, code)
    expect(response.status).toBe(302)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      location: `/${slug}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const [cookie, hint] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      new RegExp(
        `^__Host-given-${slug}=[^;]+; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax$`,
      ),
    )
    expect(hint).toBe(`given-by=Ama; Max-Age=1209600; Path=/${slug}; Secure; SameSite=Lax`)
    const body = await browser.send('GET', `/api/articles/${slug}/body`)
    expect([body.status, await body.text()]).toEqual([200, text])
    expect(body.headers.get('Opened-By')).toBe('pass')
    expect(await read(browser, otherSlug)).toBe(401)
  })

  it('tells the giver’s name only if it is one', async () => {
    const { firestore } = harness.database
    for (const [index, name] of ['', 'www.evil.example', 'a@b.example', '\u202eevil'].entries()) {
      unwrap(
        await firestore.commit([
          { set: `users/${harness.uid}`, fields: { first_name: name }, merge: true },
        ]),
      )
      const response = await follow(harness.openBrowser(), await giveForCode(`story-${index}`))
      expect(response.headers.getSetCookie()[1]).toMatch(/^given-by=; /)
    }
  })

  it('counts browsers, and neither visits nor robots', async () => {
    const code = await giveForCode()
    const browser = harness.openBrowser()
    for (let visit = 0; visit < 3; visit++) await follow(browser, code)
    await follow(harness.openBrowser(), code, { 'User-Agent': 'WhatsApp/2.25.1 A' })
    await follow(harness.openBrowser(), code, { ...phone, 'Sec-Purpose': 'prefetch' })
    await Promise.all([1, 2, 3].map(() => follow(harness.openBrowser(), code)))
    expect((await readLink(code))?.openings).toBe(4)
    // A great number is shown to editors, and not refused.
    unwrap(
      await harness.database.firestore.commit([
        { set: giftLinkPath(code), fields: { openings: 1_000_000 }, merge: true },
      ]),
    )
    expect((await follow(harness.openBrowser(), code)).headers.get('location')).toBe(`/${slug}`)
  })

  it.each(['bcdfghjkmnbcdfghjkmn', 'short', '..%2F..%2Fadmin', '%00', '__proto__'])(
    'answers 404 for %s',
    async (code) => {
      const response = await follow(harness.openBrowser(), code)
      expect(response.status).toBe(404)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  it('opens a story that was renamed since', async () => {
    const code = await giveForCode()
    const redirects = { shardCount: 1, redirects: { [`/${slug}`]: `/${otherSlug}` } }
    harness.assets.set(getRedirectShardPath(0), JSON.stringify(redirects))
    const browser = harness.openBrowser()
    expect((await follow(browser, code)).headers.get('location')).toBe(`/${otherSlug}`)
    expect(await read(browser, otherSlug)).toBe(200)
    expect(await read(browser)).toBe(401)
    await harness.advanceDays(1)
    expect(await read(browser, otherSlug)).toBe(200)
  })

  it('says so if the database can’t be reached', async () => {
    const code = await giveForCode()
    harness.unavailableService = 'firestore'
    const response = await follow(harness.openBrowser(), code)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('leads to the page and opens nothing once it has expired', async () => {
    const { code, browser } = await openGift()
    await harness.advanceDays(13.9)
    expect(await read(browser)).toBe(200)
    await harness.advanceDays(0.2)
    expect(await read(browser)).toBe(401)
    const response = await follow(harness.openBrowser(), code)
    expect(response.headers.get('location')).toBe(`/${slug}?gift-link=ended`)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('a given story', () => {
  it('costs no database read in the first hour, and one in each later hour', async () => {
    const { browser } = await openGift()
    harness.calls = 0
    for (let view = 0; view < 5; view++) expect(await read(browser)).toBe(200)
    expect(harness.calls).toBe(0)
    await harness.advanceDays(2)
    for (let view = 0; view < 5; view++) expect(await read(browser)).toBe(200)
    expect(harness.calls).toBe(1)
  })

  it('closes within an hour of its link being turned off', async () => {
    const { code, browser } = await openGift()
    expect((await deleteLink(code)).status).toBe(200)
    expect(await read(browser)).toBe(200)
    const cookies = new Map(browser.cookies)
    await harness.advanceDays(1 / 24 + 0.001)
    expect(await read(browser)).toBe(401)
    expect([...browser.cookies.keys()]).toEqual([])
    // Stored cookies and the link don’t bring it back.
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(await read(browser)).toBe(401)
    const response = await follow(browser, code)
    expect(response.headers.get('location')).toBe(`/${slug}?gift-link=ended`)
    expect(await read(browser)).toBe(401)
  })

  it('stays closed if its revoked link’s story is given again', async () => {
    const { code, browser } = await openGift()
    await deleteLink(code)
    const next = await giveForCode()
    expect(next).not.toBe(code)
    await harness.advanceDays(1)
    expect(await read(browser)).toBe(401)
    await follow(browser, next)
    expect(await read(browser)).toBe(200)
  })

  it('stays open if its giver’s subscription ends', async () => {
    const { browser, code } = await openGift()
    const { firestore } = harness.database
    unwrap(await firestore.commit([{ remove: `subscriptions/${harness.uid}` }]))
    await harness.advanceDays(3)
    expect(await read(browser)).toBe(200)
    expect((await follow(harness.openBrowser(), code)).headers.get('location')).toBe(`/${slug}`)
  })

  it('closes if its giver deletes their account', async () => {
    const { browser, code } = await openGift()
    const exported = (await (await harness.get('/api/account/data')).json()) as object
    expect(exported).toMatchObject({
      givenArticles: { [harness.uid]: { given: [{ slug, code }] } },
      giftLinks: { [code]: { slug, giver: 'Ama', openings: 1 } },
    })
    await harness.requestDeletion()
    await harness.remove()
    expect(await harness.queryAll({ collection: 'giftLinks' })).toEqual([])
    expect(await harness.queryAll({ collection: 'givenArticles' })).toEqual([])
    await harness.advanceDays(1)
    expect(await read(browser)).toBe(401)
    expect((await follow(harness.openBrowser(), code)).status).toBe(404)
  })

  it('is read for a day if the database can’t be reached, and is never refused for that', async () => {
    const { browser } = await openGift()
    await harness.advanceDays(0.9)
    harness.unavailableService = 'firestore'
    expect(await read(browser)).toBe(200)
    await harness.advanceDays(0.2)
    expect(await read(browser)).toBe(503)
    harness.unavailableService = null
    expect(await read(browser)).toBe(200)
  })

  it('doesn’t lose another given story, however many are opened at once', async () => {
    const codes = [await giveForCode(), await giveForCode(otherSlug)]
    const browser = harness.openBrowser()
    await Promise.all(codes.map((code) => follow(browser, code)))
    expect([await read(browser), await read(browser, otherSlug)]).toEqual([200, 200])
  })

  it('makes room for new ones in a browser with ten', async () => {
    const browser = harness.openBrowser()
    for (let index = 0; index < 10; index++) {
      await follow(browser, await giveForCode(`story-${index}`))
    }
    await harness.advanceDays(31)
    await harness.logIn()
    for (let index = 0; index < 10; index++) {
      await follow(browser, await giveForCode(`story-${index + 2}`))
    }
    const given = [...browser.cookies.keys()].filter((name) => name.startsWith('__Host-given-'))
    expect(given.length).toBeLessThanOrEqual(10)
    expect(await read(browser, 'story-11')).toBe(200)
  })
})

describe('an attacker', () => {
  it('can’t use a cookie for another story, or change it', async () => {
    const { browser } = await openGift()
    const name = `__Host-given-${slug}`
    const token = browser.cookies.get(name)!
    const [head, claims, signature] = token.split('.') as [string, string, string]
    const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const later = decoded.sub.replace(/\d+$/, String(harness.now.getTime() + 1e12))
    const attempts: [string, string, string][] = [
      [`__Host-given-${otherSlug}`, token, otherSlug],
      [name, `${head}.${encode({ ...decoded, sub: later })}.${signature}`, slug],
      [
        `__Host-given-${otherSlug}`,
        `${head}.${encode({ ...decoded, sub: decoded.sub.replace(slug, otherSlug) })}.${signature}`,
        otherSlug,
      ],
      [name, `${encode({ alg: 'none', typ: 'given' })}.${claims}.`, slug],
      ['__Host-pass', token, slug],
      [name, await harness.tokens.issueToken('referral', decoded.sub, harness.now), slug],
      [name, await harness.tokens.issueToken('given', `${slug} x`, harness.now), slug],
      [name, await harness.tokens.issueToken('given', `${slug} x NaN`, harness.now), slug],
    ]
    for (const [cookie, value, target] of attempts) {
      const attacker = harness.openBrowser()
      attacker.cookies.set(cookie, value)
      expect(await read(attacker, target)).toBe(401)
    }
  })

  it('can’t guess codes', async () => {
    await giveForCode()
    const alphabet = '23456789bcdfghjkmnpqrstvwxz'
    for (let attempt = 0; attempt < 200; attempt++) {
      const guess = Array.from(
        crypto.getRandomValues(new Uint8Array(20)),
        (byte) => alphabet[byte % 27],
      ).join('')
      expect((await follow(harness.openBrowser(), guess)).status).toBe(404)
    }
  })

  it('can’t see, revoke or continue somebody else’s links', async () => {
    const code = await giveForCode()
    const { firestore } = harness.database
    const reader = {
      first_name: 'Eve',
      last_name: '',
      email: 'eve@example.com',
      createdAt: harness.now,
    }
    unwrap(await firestore.commit([{ set: 'users/eve', fields: reader }]))
    const eve = harness.openBrowser()
    eve.cookies.set(
      '__Host-session',
      await harness.tokens.issueSession('eve', harness.now, harness.now),
    )
    expect(await readGiven(await eve.send('GET', '/api/gift-links'))).toEqual({
      left: 10,
      given: [],
    })
    expect((await eve.send('DELETE', `/api/gift-links/${code}`)).status).toBe(404)
    expect((await eve.send('POST', '/api/gift-links', { slug })).status).toBe(403)
    expect((await list()).given).toMatchObject([{ code, state: 'working' }])
  })
})

describe('a Worker that is interrupted', () => {
  it.each(['giving', 'revoking'])('while %s, leaves list and link in agreement', async (kind) => {
    for (let call = 1; call <= 12; call++) {
      for (const isCallMade of [false, true]) {
        harness.database.close()
        harness = await createGiver()
        const code = kind === 'revoking' ? await giveForCode() : ''
        const run = () => (kind === 'revoking' ? deleteLink(code) : give())
        harness.calls = 0
        harness.fault = { call, isCallMade }
        let wasInterrupted = false
        try {
          await run()
        } catch (error) {
          if (!(error instanceof FaultError)) throw error
          wasInterrupted = true
        }
        harness.clearFault()
        await expectAgreement()
        // The reader tries again.
        if (wasInterrupted) expect((await run()).status).toBe(200)
        await expectAgreement()
        const state = kind === 'revoking' ? 'revoked' : 'working'
        expect(await list()).toMatchObject({ left: 9, given: [{ slug, state }] })
        expect(await harness.queryAll({ collection: 'giftLinks' })).toHaveLength(1)
      }
    }
  })

  it('while a link is opened, opens it at the next attempt', async () => {
    const code = await giveForCode()
    for (let call = 1; call <= 4; call++) {
      for (const isCallMade of [false, true]) {
        const browser = harness.openBrowser()
        harness.calls = 0
        harness.fault = { call, isCallMade }
        await follow(browser, code).catch((error) => {
          if (!(error instanceof FaultError)) throw error
        })
        harness.clearFault()
        await follow(browser, code)
        expect(await read(browser)).toBe(200)
      }
    }
  })
})

/** Every listed article has its link, and every link is listed. */
async function expectAgreement() {
  const { given } = await list()
  const links = await harness.queryAll({ collection: 'giftLinks' })
  const listed = given.map(({ code, slug: name, until, state }) => [
    code,
    name,
    until,
    state === 'revoked',
  ])
  const stored = links.map(({ id, fields }) => [
    id,
    fields.slug,
    (fields.until as Date).toISOString(),
    fields.revokedAt !== null,
  ])
  expect(stored).toEqual(listed)
}
