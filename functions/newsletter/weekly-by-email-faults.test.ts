/** Signing up and unsubscribing: by the owner, strangers, mail scanners and mailbox providers. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../src/domain/duration.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import { getSuppressionPath, suppress } from '../email/suppressed-addresses.ts'
import { hashAddress } from '../identity/inbox.ts'
import { unwrap } from '../testing/unwrap.ts'
import { siteUrl } from '../testing/worker-harness.ts'
import { turnWeeklyOn } from './account-list-entry.ts'
import { getListPath } from './newsletter-list.ts'
import { botCheck, email, NewsletterHarness, readLink } from './testing/newsletter-harness.ts'

let harness: NewsletterHarness
beforeEach(() => {
  harness = new NewsletterHarness()
})

describe('a sign-up', () => {
  it('sends an email after the response, with a button that confirms the address', async () => {
    const seen = { 'User-Agent': 'A browser', 'CF-Connecting-IP': '198.51.100.1' }
    const claimed = { userAgent: 'Another', ip: '203.0.113.7' }
    const answer = await harness.request('/api/join-newsletter', {
      method: 'POST',
      body: JSON.stringify({ email: `  ${email.toUpperCase()} `, botCheck, ...claimed }),
      headers: { 'Content-Type': 'application/json', Origin: siteUrl, ...seen },
    })
    expect([answer.status, answer.text]).toEqual([200, '{"joined":true}'])
    expect(harness.sent).toEqual([])
    await harness.settle()
    expect(harness.sent).toMatchObject([
      { to: email, subject: `Confirm your sign-up for ${newsletter.name}` },
    ])
    expect(await harness.readEntry()).toMatchObject({
      ...{ state: 'pending', confirmation: null, email },
      ...{ consentedAt: harness.now, ip: '198.51.100.1', userAgent: 'A browser' },
    })

    const link = readLink(harness.sent[0]!)
    expect((await harness.request(link)).step).toBe('confirm')
    harness.advance(29 * day)
    expect(await harness.press(link)).toMatchObject({ status: 200, step: 'confirmed' })
    expect(await harness.readEntry()).toMatchObject({
      state: 'confirmed',
      pendingUntil: null,
      confirmation: {
        consentedAt: harness.now,
        ip: '203.0.113.9',
        userAgent: 'Mozilla/5.0 (the owner)',
      },
    })
  })

  it('reveals only to the reader that the address already gets The Weekly', async () => {
    await harness.signUpAndConfirm()
    harness.advance(day)
    await harness.join(email)
    expect(harness.sent.at(-1)!.subject).toBe(`You’re already signed up for ${newsletter.name}`)
    const link = readLink(harness.sent.at(-1)!)
    expect((await harness.request(link)).step).toBe('preferences')
    expect(await harness.readEntry()).toMatchObject({ state: 'confirmed' })
  })

  it('has the same cost and response for every address', async () => {
    const states = [
      {},
      { state: 'confirmed' },
      { state: 'unsubscribed' },
      { state: 'unsubscribed', complainedAt: harness.now },
      { state: 'confirmed', hardBouncedAt: harness.now },
    ]
    const results: unknown[] = []
    const describeAnswer = async (address: string) => {
      harness.calls.length = 0
      const answer = await harness.request('/api/join-newsletter', {
        method: 'POST',
        body: JSON.stringify({ email: address, botCheck }),
        headers: { 'Content-Type': 'application/json', Origin: siteUrl },
      })
      // The fifth call is the first after the response.
      const calls = harness.calls.slice(0, 5)
      await harness.settle()
      results.push({ ...answer, headers: [...answer.headers], calls })
    }
    await describeAnswer('unknown@example.com')
    for (const [index, changes] of states.entries()) {
      const address = `known-${index}@example.com`
      await harness.join(address)
      await harness.changeEntry(address, changes)
      // The sign-up is repeated first within ten minutes, when only one email is allowed, and then later.
      await describeAnswer(address)
      harness.advance(20 * minute)
      await describeAnswer(address)
    }
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(results[0]).toMatchObject({
      calls: ['get', 'commit 1', 'getAll 2', 'commit 2', 'get'],
    })
  })

  it('creates one entry and one email if it’s sent many times together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => harness.join(email)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(harness.sent).toHaveLength(1)
  })

  it('isn’t stored if its account is deleted during the call', async () => {
    const owner = await harness.signIn('owner', email, { isVerified: true })
    const { firestore } = harness.database
    const commit: typeof firestore.commit = async (writes) => {
      expect((await owner.delete()).status).toBe(204)
      return firestore.commit(writes)
    }
    const account = { uid: 'owner', email, emailVerified: true }
    const consent = { consentedAt: harness.now, ip: '', userAgent: '' }
    expect(await turnWeeklyOn({ ...firestore, commit }, account, consent, null)).toMatchObject({
      failure: { kind: 'conflict' },
    })
    expect(await harness.readEntry()).toBeNull()
  })

  it('sends only one email if it’s repeated while the email is being sent', async () => {
    harness.whileSending = () => harness.join(email)
    await harness.join(email)
    harness.advance(5 * minute)
    await harness.runJobs()
    expect(harness.sendings).toBe(1)
  })

  it('is deleted after sixty days if it was never confirmed', async () => {
    await harness.join(email)
    await harness.join('confirmed@example.com')
    await harness.press(readLink(harness.sent.at(-1)!))
    harness.advance(59 * day)
    await harness.runJobs()
    expect(await harness.readEntry()).not.toBeNull()
    harness.advance(day)
    await harness.runJobs()
    expect(await harness.readEntry()).toBeNull()
    expect(await harness.readEntry('confirmed@example.com')).not.toBeNull()
    const emails = await harness.database.firestore.query({ collection: 'newsletterEmails' })
    expect(unwrap(emails).documents).toEqual([])
  })

  it('isn’t deleted if it can’t be read, because its owner may have complained', async () => {
    await harness.join(email)
    await harness.join('other@example.com')
    await harness.changeEntry(email, { complainedAt: 'yesterday' })
    harness.advance(60 * day)
    await harness.runJobs()
    const stored = await harness.database.firestore.get(await getListPath(email))
    expect(unwrap(stored)).not.toBeNull()
    expect(await harness.readEntry('other@example.com')).toBeNull()
    expect(harness.logged).toContainEqual(expect.stringContaining('newsletter_entry_invalid'))
  })
})

describe('an email that couldn’t be sent', () => {
  it.each([
    ['the provider is down', 'down'],
    ['its answer is lost', 'lost'],
  ] as const)('is sent by the cron job once if %s', async (_, fault) => {
    harness.mailFault = fault
    await harness.join(email)
    harness.mailFault = null
    harness.advance(5 * minute)
    await harness.runJobs()
    await harness.runJobs()
    expect(harness.sent).toHaveLength(1)
    expect(await harness.press(readLink(harness.sent[0]!))).toMatchObject({ step: 'confirmed' })
  })

  it('is dropped if the address is refused, and after a day', async () => {
    harness.mailFault = 'refused'
    await harness.join(email)
    harness.mailFault = null
    harness.advance(5 * minute)
    await harness.runJobs()
    harness.mailFault = 'down'
    await harness.join('later@example.com')
    harness.mailFault = null
    harness.advance(25 * 60 * minute)
    await harness.runJobs()
    expect(harness.sent).toEqual([])
    expect(harness.logged.join()).toContain('refused')
    expect(harness.logged.join()).toContain('too old')
  })
})

describe('a confirmation link', () => {
  it('ends the suppression of emails about accounts if it’s from after the bounce', async () => {
    const { firestore } = harness.database
    const path = getSuppressionPath(await hashAddress(email))
    const readSuppression = async () => unwrap(await firestore.get(path))!.fields
    const link = await harness.signUp()
    await suppress(firestore, email, new Date(harness.now.getTime() + minute))
    harness.advance(2 * minute)
    await harness.press(link)
    expect(await readSuppression()).toMatchObject({ hardBouncedAt: expect.any(Date) })
    await harness.changeEntry(email, { state: 'unsubscribed' })
    harness.advance(day)
    const requestedAt = harness.now
    const later = await harness.signUp()
    harness.advance(minute)
    expect(await harness.press(later)).toMatchObject({ step: 'confirmed' })
    expect(await readSuppression()).toEqual({ hardBouncedAt: null, confirmedAt: requestedAt })
  })

  it('offers a new email with a valid link once it has expired', async () => {
    const link = await harness.signUp()
    harness.advance(30 * day + minute)
    expect((await harness.request(link)).step).toBe('expired')
    expect(await harness.press(link)).toMatchObject({ status: 200, step: 'sent' })
    await harness.settle()
    expect(await harness.readEntry()).toMatchObject({ state: 'pending' })
    expect(harness.sent).toHaveLength(2)
    harness.advance(29 * day)
    await harness.runJobs()
    expect(await harness.press(readLink(harness.sent[1]!))).toMatchObject({ step: 'confirmed' })
  })

  it('isn’t sent by the form to a signed-in reader’s own verified address', async () => {
    const owner = await harness.signIn('owner', 'Asha@Example.com', { isVerified: true })
    expect(await owner.join(` ${email} `)).toEqual({ joined: true, isConfirmed: true })
    expect(await owner.join(email)).toEqual({ joined: true, isConfirmed: true })
    expect(harness.sent).toEqual([])
    expect(await harness.readEntry()).toMatchObject({ state: 'confirmed', uid: 'owner' })
    expect(await owner.join('ravi@example.com')).toEqual({ joined: true })
    const unverified = await harness.signIn('nobody', 'ama@example.com')
    expect(await unverified.join('ama@example.com')).toEqual({ joined: true })
    expect(harness.sent.map(({ to }) => to)).toEqual(['ravi@example.com', 'ama@example.com'])
  })

  it('is reported as ended if the address is no longer on the list', async () => {
    const link = await harness.signUp()
    harness.advance(61 * day)
    await harness.runJobs()
    expect(await harness.press(link)).toMatchObject({ status: 404, step: 'ended' })
  })
})
