/** The links in The Weekly, as used by readers, mail scanners, mailbox providers and forgers. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import { hashAddress } from '../identity/inbox.ts'
import { pageCosts } from '../platform/http/call-costs.ts'
import { rateLimitNumbers } from '../testing/fake-rate-limits.ts'
import { createConfirmationLink } from './personal-links.ts'
import { email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

const newsletterConfirm = pageCosts['newsletter-confirm']

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

describe('every link', () => {
  it('changes nothing on GET or HEAD, whoever opens it, and is never cached', async () => {
    const confirm = await harness.signUp()
    const { unsubscribe, preferences, api } = await harness.createLinks()
    const before = await harness.readEntry()
    for (const path of [confirm, unsubscribe, preferences, api]) {
      for (const method of ['GET', 'HEAD', 'GET']) {
        const answer = await harness.request(path, { method })
        expect([path, answer.status]).toEqual([path, 200])
        expect(answer.headers.get('Location')).toBeNull()
        if (path === api) continue
        expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
      }
    }
    expect(await harness.readEntry()).toEqual(before)
    expect(harness.sent).toHaveLength(1)
  })

  it('is accepted for its own purpose only, and not if it’s forged or altered', async () => {
    await harness.signUpAndConfirm()
    const before = await harness.readEntry()
    const hash = await hashAddress(email)
    const keys = {
      confirm: (await createConfirmationLink(harness.tokens, '', hash, harness.now)).split('/')[3]!,
      unsubscribe: (await harness.createLinks()).unsubscribe.split('/')[3]!,
      preferences: (await harness.createLinks()).preferences.split('/')[3]!,
    }
    const otherHash = await hashAddress('ravi@example.com')
    const [head, , signature] = keys.unsubscribe.split('.')
    const altered = btoa(JSON.stringify({ sub: otherHash, iat: 1 })).replaceAll('=', '')
    const forged = ['x', `${head}.${altered}.${signature}`, `${head}.${altered}.`, 'a'.repeat(900)]
    for (const purpose of ['confirm', 'unsubscribe', 'preferences'] as const) {
      const others = Object.entries(keys).flatMap(([kind, key]) => (kind === purpose ? [] : [key]))
      for (const key of [...others, ...forged]) {
        const path = `/newsletter/${purpose}/${key}`
        expect(await harness.request(path)).toMatchObject({ status: 404, step: 'ended' })
        if (purpose === 'preferences') {
          expect((await harness.request(`/api/newsletter/${key}`)).status).toBe(404)
          const changed = await harness.patch(`/api/newsletter/${key}`, { change: 'turnOff' })
          expect(changed.status).toBe(404)
        } else {
          expect(await harness.press(path)).toMatchObject({ status: 404, step: 'ended' })
        }
      }
    }
    expect(await harness.readEntry()).toEqual(before)
  })

  it('reports an unavailable database, and is accepted afterwards', async () => {
    const confirm = await harness.signUp()
    harness.isDatabaseDown = true
    expect((await harness.press(confirm)).status).toBe(503)
    const { unsubscribe, api } = await harness.createLinks()
    expect((await harness.press(unsubscribe)).status).toBe(503)
    expect((await harness.request(api)).status).toBe(503)
    expect((await harness.patch(api, { change: 'pause' })).status).toBe(503)
    harness.isDatabaseDown = false
    expect(await harness.press(confirm)).toMatchObject({ step: 'confirmed' })
    expect(await harness.press(unsubscribe)).toMatchObject({ step: 'unsubscribed' })
  })
})

describe('confirming', () => {
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `reader-${at}@gmail.com`)

  /** Counts the Firestore operations of a call, including those after the response. */
  async function countCost(call: () => Promise<unknown>) {
    await harness.settle()
    harness.calls.length = 0
    await call()
    await harness.settle()
    const sum = (kinds: readonly string[]) =>
      harness.calls
        .map((name) => name.split(' '))
        .filter(([kind]) => kinds.includes(kind!))
        .reduce((total, [, count = '1']) => total + Number(count), 0)
    return { reads: sum(['get', 'getAll']), writes: sum(['commit']) }
  }

  it.each([
    ['a link', 0, newsletterConfirm],
    ['a link that has expired and asks for another email', 40 * day, newsletterConfirm.rarely],
  ])('costs at most the declared reads and writes with %s', async (_, age, declared) => {
    const confirm = await harness.signUp()
    await harness.changeEntry(email, { hardBouncedAt: harness.now })
    harness.advance(age)
    const { reads, writes } = await countCost(() => harness.press(confirm))
    expect(harness.sent).toHaveLength(age === 0 ? 1 : 2)
    expect(reads).toBeLessThanOrEqual(declared.reads)
    expect(writes).toBeLessThanOrEqual(declared.writes)
  })

  it('is limited for each network, and more strictly if it sends emails', async () => {
    const { LOOK_UP_NETWORK_LIMIT, JOIN_NETWORK_LIMIT } = rateLimitNumbers
    const links: string[] = []
    for (const address of addresses(JOIN_NETWORK_LIMIT! + 5))
      links.push(await harness.signUp(address))
    harness.advance(40 * day)
    harness.limitCalls()
    const emails = harness.sent.length
    for (const link of links) await harness.press(link)
    await harness.settle()
    expect(harness.sent).toHaveLength(emails + JOIN_NETWORK_LIMIT!)
    let ended = 0
    for (let pressed = links.length; pressed < LOOK_UP_NETWORK_LIMIT! + 5; pressed++) {
      const address = `other-${pressed}@example.com`
      const link = await createConfirmationLink(
        harness.tokens,
        '',
        await hashAddress(address),
        harness.now,
      )
      if ((await harness.press(link)).step === 'ended') ended++
    }
    expect(ended).toBe(LOOK_UP_NETWORK_LIMIT! - links.length)
  })
})

describe('one-click unsubscribing', () => {
  it('causes few database reads, however often a link is called, and leaves other links usable in the same network', async () => {
    await harness.signUpAndConfirm()
    harness.limitCalls()
    const { unsubscribe } = await harness.createLinks()
    harness.calls.length = 0
    const statuses: number[] = []
    for (let call = 0; call < 100; call++) statuses.push((await harness.press(unsubscribe)).status)
    const { JOIN_LIMIT } = rateLimitNumbers
    expect(statuses.filter((status) => status === 200)).toHaveLength(JOIN_LIMIT!)
    expect(harness.calls.filter((name) => name === 'get')).toHaveLength(JOIN_LIMIT!)
    const other = await harness.createLinks('ravi@example.com')
    expect((await harness.press(other.unsubscribe)).status).toBe(200)
  })

  it('is limited for invalid links, without blocking valid links', async () => {
    await harness.signUpAndConfirm()
    harness.limitCalls()
    const { unsubscribe } = await harness.createLinks()
    const max = rateLimitNumbers.LOOK_UP_NETWORK_LIMIT!
    let ended = 0
    for (let call = 0; call < max + 50; call++) {
      const method = call % 2 === 0 ? 'POST' : 'GET'
      const { step } = await harness.request(`${unsubscribe}${call}`, { method })
      if (step === 'ended') ended++
    }
    expect(ended).toBe(max)
    expect(await harness.press(unsubscribe)).toMatchObject({ status: 200, step: 'unsubscribed' })
  })

  const oneClick = 'List-Unsubscribe=One-Click'
  const boundary = '----=_Part_7_1337.1764576000'
  const multipart =
    `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n` +
    `One-Click\r\n--${boundary}--\r\n`
  const form = 'application/x-www-form-urlencoded'

  it.each<[string, BodyInit, Record<string, string>]>([
    ['Gmail, urlencoded', oneClick, { 'Content-Type': form }],
    [
      'Yahoo, multipart',
      multipart,
      { 'Content-Type': `multipart/form-data; boundary="${boundary}"` },
    ],
    ['a provider that names no type', oneClick, {}],
    ['a provider that sends no body', '', {}],
    ['another site', oneClick, { 'Content-Type': form, Origin: 'https://mail.example' }],
    ['a page without an origin', oneClick, { 'Content-Type': form, Origin: 'null' }],
    ['a browser with cookies', oneClick, { 'Content-Type': form, Cookie: '__Host-session=x' }],
  ])(
    'takes effect straight away, without a redirect, if it’s sent by %s',
    async (_, body, headers) => {
      await harness.signUpAndConfirm()
      const { unsubscribe } = await harness.createLinks()
      const answer = await harness.request(unsubscribe, { method: 'POST', body, headers })
      expect(answer).toMatchObject({ status: 200, step: 'unsubscribed' })
      expect(answer.headers.get('Location')).toBeNull()
      expect(await harness.readEntry()).toMatchObject({ state: 'unsubscribed' })
      // Providers repeat this request.
      const again = await harness.request(unsubscribe, { method: 'POST', body, headers })
      expect(again.status).toBe(200)
    },
  )

  it('is accepted from a years-old issue, whatever has happened since', async () => {
    const { unsubscribe } = await harness.createLinks()
    harness.advance(4 * 365 * day)
    await harness.signUpAndConfirm()
    expect((await harness.press(unsubscribe)).status).toBe(200)
    expect(await harness.readEntry()).toMatchObject({ state: 'unsubscribed' })
  })

  it('is accepted for an address that isn’t on the list', async () => {
    const { unsubscribe } = await harness.createLinks('gone@example.com')
    expect(await harness.press(unsubscribe)).toMatchObject({ status: 200, step: 'unsubscribed' })
  })

  it('isn’t undone when an account that had requested The Weekly verifies the address', async () => {
    await (await harness.signIn('owner', email)).setWeekly(true)
    await harness.press(readLink(harness.sent[0]!))
    await harness.press((await harness.createLinks()).unsubscribe)
    await harness.signIn('owner', email, { isVerified: true })
    expect(await harness.readEntry()).toMatchObject({ state: 'unsubscribed' })
  })
})

describe('the preferences link', () => {
  const read = async (path: string) => JSON.parse((await harness.request(path)).text)
  const change = async (path: string, kind: string) => {
    const answer = await harness.patch(path, { change: kind })
    await harness.settle()
    return JSON.parse(answer.text)
  }

  it('pauses The Weekly for a month, and resumes it', async () => {
    await harness.signUpAndConfirm()
    const { api } = await harness.createLinks()
    const on = { state: 'on', pausedUntil: null }
    expect(await read(api)).toEqual(on)
    const paused = { state: 'on', pausedUntil: '2026-12-02T10:00:00.000Z' }
    expect(await change(api, 'pause')).toEqual(paused)
    expect(await read(api)).toEqual(paused)
    expect(await change(api, 'resume')).toEqual(on)
    await change(api, 'pause')
    harness.advance(31 * day)
    expect(await read(api)).toEqual(on)
  })

  it('turns The Weekly off, but on again only through another email, because emails are forwarded', async () => {
    await harness.signUpAndConfirm()
    const { api } = await harness.createLinks()
    harness.advance(day)
    expect(await change(api, 'turnOff')).toEqual({ state: 'off', pausedUntil: null })
    expect(await change(api, 'turnOn')).toEqual({ state: 'requested', pausedUntil: null })
    expect(await read(api)).toEqual({ state: 'requested', pausedUntil: null })
    expect(harness.sent).toHaveLength(2)
    await harness.press(readLink(harness.sent[1]!))
    expect(await read(api)).toEqual({ state: 'on', pausedUntil: null })
    // The Weekly is already on, so there is nothing to change.
    expect(await change(api, 'turnOn')).toEqual({ state: 'on', pausedUntil: null })
    expect(harness.sent).toHaveLength(2)
  })

  it('says that a mailbox bounces, and tests the mailbox with an email', async () => {
    await harness.signUpAndConfirm()
    harness.advance(31 * day)
    await harness.changeEntry(email, { hardBouncedAt: harness.now })
    const { api } = await harness.createLinks()
    expect((await read(api)).state).toBe('bouncing')
    harness.advance(minute)
    await change(api, 'turnOn')
    expect(harness.sent).toHaveLength(2)
    expect(await harness.press(readLink(harness.sent[1]!))).toMatchObject({ step: 'confirmed' })
    expect((await read(api)).state).toBe('on')
  })

  it('is refused for requests from other sites, and for an address that isn’t on the list', async () => {
    const { api } = await harness.createLinks()
    expect((await harness.request(api)).status).toBe(404)
    await harness.signUpAndConfirm()
    const init = {
      method: 'PATCH',
      body: '{"change":"turnOff"}',
      headers: { Origin: 'https://x.example' },
    }
    expect((await harness.request(api, init)).status).toBe(403)
    expect((await harness.patch(api, { change: 'delete' })).status).toBe(400)
  })
})
