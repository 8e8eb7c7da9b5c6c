/** Tests gift links that recipients and strangers open. */
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { getRedirectShardPath } from '../../src/contracts/site-files/redirect-shards.ts'
import { giftLinkDays, givenArticlesPerMonth } from '../../src/publication/offer.ts'
import { type TokenType, tokenSeconds } from '../identity/session-tokens.ts'
import { openReader } from '../testing/counted-purchases.ts'
import { unwrap } from '../testing/unwrap.ts'
import { giftLinkPath } from './gift-link-record.ts'
import { otherSlug, phone, readGiven, slug, text, useGiver } from './testing/gift-link-scenario.ts'

const giver = useGiver()
const { list, giveForCode, follow, read, deleteLink, readLink, openGift } = giver

describe('GET /g/{code}', () => {
  it('opens the story in this browser, and leaves no trace of the code', async () => {
    const code = await giveForCode()
    const browser = giver.harness.openBrowser()
    expect(await read(browser)).toBe(401)
    const response = await follow(browser, code)
    expect(response.status).toBe(302)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      location: `/${slug}?utm_source=gift`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const [cookie, hint] = response.headers.getSetCookie()
    const age = `Max-Age=${tokenSeconds.given}`
    expect(cookie).toMatch(
      new RegExp(`^__Host-given-${slug}=[^;]+; ${age}; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    )
    expect(hint).toBe(`given-by=Ama; ${age}; Path=/${slug}; Secure; SameSite=Lax`)
    const body = await browser.send('GET', `/api/articles/${slug}/body`)
    expect([body.status, await body.text()]).toEqual([200, text])
    expect(body.headers.get('Opened-By')).toBe('pass')
    expect(await read(browser, otherSlug)).toBe(401)
  })

  it('shows the giver’s name only if it looks like a name', async () => {
    for (const [index, name] of ['', 'www.evil.example', 'a@b.example', '\u202eevil'].entries()) {
      await giver.harness.merge(`users/${giver.harness.uid}`, { first_name: name })
      const response = await follow(
        giver.harness.openBrowser(),
        await giveForCode(`story-${index}`),
      )
      expect(response.headers.getSetCookie()[1]).toMatch(/^given-by=; /)
    }
  })

  it('counts browsers, not visits or robots', async () => {
    const code = await giveForCode()
    const browser = giver.harness.openBrowser()
    for (let visit = 0; visit < 3; visit++) await follow(browser, code)
    await follow(giver.harness.openBrowser(), code, { 'User-Agent': 'WhatsApp/2.25.1 A' })
    await follow(giver.harness.openBrowser(), code, { ...phone, 'Sec-Purpose': 'prefetch' })
    await Promise.all([1, 2, 3].map(() => follow(giver.harness.openBrowser(), code)))
    expect((await readLink(code))?.openings).toBe(4)
    // A high number of openings is only shown to editors; the link still works.
    await giver.harness.merge(giftLinkPath(code), { openings: 1_000_000 })
    expect((await follow(giver.harness.openBrowser(), code)).headers.get('location')).toBe(
      `/${slug}?utm_source=gift`,
    )
  })

  it.each(['bcdfghjkmnbcdfghjkmn', 'short', '..%2F..%2Fadmin', '%00', '__proto__'])(
    'answers 404 for %s',
    async (code) => {
      const response = await follow(giver.harness.openBrowser(), code)
      expect(response.status).toBe(404)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  it('opens a story that has been renamed since', async () => {
    const code = await giveForCode()
    const redirects = { shardCount: 1, redirects: { [`/${slug}`]: `/${otherSlug}` } }
    giver.harness.assets.set(getRedirectShardPath(0), JSON.stringify(redirects))
    const browser = giver.harness.openBrowser()
    expect((await follow(browser, code)).headers.get('location')).toBe(
      `/${otherSlug}?utm_source=gift`,
    )
    expect(await read(browser, otherSlug)).toBe(200)
    expect(await read(browser)).toBe(401)
    await giver.harness.advanceDays(1)
    expect(await read(browser, otherSlug)).toBe(200)
  })

  it('keeps its code for a renamed story, which stays open', async () => {
    const { code, browser } = await openGift()
    const redirects = { shardCount: 1, redirects: { [`/${slug}`]: `/${otherSlug}` } }
    giver.harness.assets.set(getRedirectShardPath(0), JSON.stringify(redirects))
    for (const days of [0, 1]) {
      await giver.harness.advanceDays(days)
      expect(await read(browser, otherSlug)).toBe(200)
    }
    const { given, left } = await readGiven(await giver.give(otherSlug))
    expect(given.map((link) => link.code)).toEqual([code])
    expect(left).toBe(givenArticlesPerMonth - 1)
    expect((await deleteLink(code)).status).toBe(200)
    await giver.harness.advanceDays(1)
    expect(await read(browser, otherSlug)).toBe(401)
  })

  it('reports that the database can’t be reached', async () => {
    const code = await giveForCode()
    giver.harness.unavailableService = 'firestore'
    const response = await follow(giver.harness.openBrowser(), code)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('redirects to the story without granting access once the code has expired', async () => {
    const { code, browser } = await openGift()
    await giver.harness.advanceDays(giftLinkDays - 0.1)
    expect(await read(browser)).toBe(200)
    await giver.harness.advanceDays(0.2)
    expect(await read(browser)).toBe(401)
    const response = await follow(giver.harness.openBrowser(), code)
    expect(response.headers.get('location')).toBe(`/${slug}?gift-link=ended`)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('a given story', () => {
  it('costs no database read in the first hour, and one in each later hour', async () => {
    const { browser } = await openGift()
    giver.harness.calls = 0
    for (let view = 0; view < 5; view++) expect(await read(browser)).toBe(200)
    expect(giver.harness.calls).toBe(0)
    await giver.harness.advanceDays(2)
    for (let view = 0; view < 5; view++) expect(await read(browser)).toBe(200)
    expect(giver.harness.calls).toBe(1)
  })

  it('closes within an hour of its link being turned off', async () => {
    const { code, browser } = await openGift()
    expect((await deleteLink(code)).status).toBe(200)
    expect(await read(browser)).toBe(200)
    const cookies = new Map(browser.cookies)
    await giver.harness.advanceDays(1 / 24 + 0.001)
    expect(await read(browser)).toBe(401)
    expect(browser.cookies.listNames()).toEqual([])
    // Neither stored cookies nor the link restore access.
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect(await read(browser)).toBe(401)
    const response = await follow(browser, code)
    expect(response.headers.get('location')).toBe(`/${slug}?gift-link=ended`)
    expect(await read(browser)).toBe(401)
  })

  it('stays closed after its link was revoked, even if the story is given again', async () => {
    const { code, browser } = await openGift()
    await deleteLink(code)
    const next = await giveForCode()
    expect(next).not.toBe(code)
    await giver.harness.advanceDays(1)
    expect(await read(browser)).toBe(401)
    await follow(browser, next)
    expect(await read(browser)).toBe(200)
  })

  it('stays open if its giver’s subscription ends', async () => {
    const { browser, code } = await openGift()
    const { firestore } = giver.harness.database
    unwrap(await firestore.commit([{ remove: `subscriptions/${giver.harness.uid}` }]))
    await giver.harness.advanceDays(3)
    expect(await read(browser)).toBe(200)
    expect((await follow(giver.harness.openBrowser(), code)).headers.get('location')).toBe(
      `/${slug}?utm_source=gift`,
    )
  })

  it('closes if its giver deletes their account', async () => {
    const { browser, code } = await openGift()
    const exported = (await (await giver.harness.get('/api/account/data')).json()) as object
    expect(exported).toMatchObject({
      givenArticles: { [giver.harness.uid]: { given: [{ slug, code }] } },
      giftLinks: { [code]: { slug, giver: 'Ama', openings: 1 } },
    })
    await giver.harness.requestDeletion()
    await giver.harness.remove()
    expect(await giver.harness.queryAll({ collection: 'giftLinks' })).toEqual([])
    expect(await giver.harness.queryAll({ collection: 'givenArticles' })).toEqual([])
    await giver.harness.advanceDays(1)
    expect(await read(browser)).toBe(401)
    expect((await follow(giver.harness.openBrowser(), code)).status).toBe(404)
  })

  it('can be read for a day while the database can’t be reached, and then answers 503 instead of a refusal', async () => {
    const { browser } = await openGift()
    await giver.harness.advanceDays(0.9)
    giver.harness.unavailableService = 'firestore'
    expect(await read(browser)).toBe(200)
    await giver.harness.advanceDays(0.2)
    expect(await read(browser)).toBe(503)
    giver.harness.unavailableService = null
    expect(await read(browser)).toBe(200)
  })

  it('never replaces another given story that is opened at the same time', async () => {
    const codes = [await giveForCode(), await giveForCode(otherSlug)]
    const browser = giver.harness.openBrowser()
    await Promise.all(codes.map((code) => follow(browser, code)))
    expect([await read(browser), await read(browser, otherSlug)]).toEqual([200, 200])
  })

  it('makes room for newer stories once a browser has ten', async () => {
    const browser = giver.harness.openBrowser()
    for (let index = 0; index < 12; index++) {
      if (index && index % givenArticlesPerMonth === 0) {
        await giver.harness.advanceDays(31)
        await giver.harness.logIn()
      }
      await follow(browser, await giveForCode(`story-${index}`))
    }
    const given = [...browser.cookies.keys()].filter((name) => name.startsWith('__Host-given-'))
    expect(given.length).toBeLessThanOrEqual(10)
    expect(await read(browser, 'story-11')).toBe(200)
  })
})

describe('an attacker', () => {
  it('can’t use a cookie for another story, or another token as a cookie', async () => {
    const { browser } = await openGift()
    const name = `__Host-given-${slug}`
    const token = browser.cookies.get(name)!
    const issue = (type: TokenType, subject: string) =>
      giver.harness.tokens.issueToken(type, subject, giver.harness.now)
    const attempts: [string, string, string][] = [
      [`__Host-given-${otherSlug}`, token, otherSlug],
      ['__Host-pass', token, slug],
      [name, await issue('referral', decodeJwt(token).sub!), slug],
      [name, await issue('given', `${slug} x`), slug],
      [name, await issue('given', `${slug} x NaN`), slug],
    ]
    for (const [cookie, value, target] of attempts) {
      const attacker = giver.harness.openBrowser()
      attacker.cookies.set(cookie, value)
      expect(await read(attacker, target)).toBe(401)
    }
  })

  it('can’t see, revoke or renew somebody else’s links', async () => {
    const code = await giveForCode()
    const eve = await openReader(giver.harness, 'eve')
    expect((await readGiven(await eve.send('GET', '/api/gift-links'))).given).toEqual([])
    expect((await eve.send('DELETE', `/api/gift-links/${code}`)).status).toBe(404)
    expect((await eve.send('POST', '/api/gift-links', { slug })).status).toBe(403)
    expect((await list()).given).toMatchObject([{ code, state: 'working' }])
  })
})
