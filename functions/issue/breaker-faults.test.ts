/** Tests what opens the circuit breaker, and that strangers can't open it. */
import { describe, expect, it } from 'vitest'
import { day } from '../../src/domain/duration.ts'
import {
  maxFailuresPerDomain,
  minJudgedEmails,
  minJudgedFailures,
  noFailures,
} from '../../src/domain/issue/breaker.ts'
import type { NewsletterEntry } from '../../src/domain/newsletter/newsletter-entry.ts'
import { unwrap } from '../testing/unwrap.ts'
import { handleMailEvents } from './handle-mail-events.ts'
import { IssueHarness, slug } from './testing/issue-harness.ts'

let harness: IssueHarness

/** Creates readers, each at a different domain. */
const createReaders = (count: number, getDomain = (index: number) => `reader-${index}.example`) =>
  Array.from({ length: count }, (_, index) => `ama${index}@${getDomain(index)}`)

/** `imported`: addresses stored by an import. `own`: readers who joined by themselves, `days` days before. */
async function freezeFor(imported: readonly string[], own: readonly string[] = [], days = 7) {
  harness = new IssueHarness({ hasKeys: true, batchSize: 50, ranges: 3 })
  for (const address of imported) await harness.storeEntry(address)
  const deliveryChangedAt = new Date(harness.now.getTime() - days * day)
  for (const address of own) await harness.storeEntry(address, { deliveryChangedAt })
  await harness.approve()
  await harness.freeze()
}

/** Sends at least `count` more emails, or all that are left. */
async function send(count: number) {
  const end = harness.provider.sent.length + count
  while (harness.provider.sent.length < end && (await harness.read())?.state === 'sending') {
    if (harness.messages.length === 0) await harness.advance()
    await harness.handleMessage(0)
  }
}

const totals = { hardBounce: 'hardBounces', complaint: 'complaints' } as const
type Failure = keyof typeof totals

/** Sends each of the provider's reports twice. `reported` is the address in the receiving server's report. */
async function report(kind: Failure, addresses: readonly string[], reported?: string) {
  for (const { chunk, position, email } of harness.provider.sent) {
    if (!addresses.includes(email)) continue
    const source = { issue: slug, chunk, position }
    const event = { kind, at: harness.now, email: reported ?? email, source }
    unwrap(await handleMailEvents(harness.deps, [event, event]))
  }
}

const listSent = () => harness.provider.sent.map(({ email }) => email)
const countCopies = () => [...harness.provider.copies.values()].reduce((sum, one) => sum + one, 0)

describe('the circuit breaker of an issue', () => {
  it('stops the issue until an editor decides, and then starts counting again', async () => {
    await freezeFor(createReaders(1200))
    await send(minJudgedEmails)
    const failing = listSent().slice(0, minJudgedFailures)
    await report('hardBounce', failing)
    expect(await harness.read()).toMatchObject({
      state: 'paused',
      pausedBy: 'hardBounces',
      totals: { hardBounces: minJudgedFailures },
    })
    const before = countCopies()
    await harness.handleQueued()
    await harness.advance()
    expect(countCopies()).toBe(before)
    await harness.command('resume', { now: harness.now.getTime() })
    await harness.runUntilIdle()
    expect((await harness.read())?.state).toBe('finished')
    expect(countCopies()).toBe(1200)
    const list = await harness.database.firestore.query({ collection: 'newsletter' })
    expect(unwrap(list).documents.filter(({ fields }) => fields.hardBouncedAt)).toHaveLength(
      minJudgedFailures,
    )
  })

  it('opens once enough emails have been accepted, even if nothing fails after that', async () => {
    await freezeFor(createReaders(1200))
    await send(100)
    await report('hardBounce', listSent())
    expect(await harness.read()).toMatchObject({ state: 'sending' })
    await send(minJudgedEmails - 100)
    expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'hardBounces' })
  })
})

describe('one person with aliases at 116 domains', () => {
  const aliases = createReaders(232, (index) => `free-${index % 116}.example`).map(
    (email) => `x-${email}`,
  )

  it.each([
    ['hardBounce', 7],
    ['complaint', 7],
    ['hardBounce', 100],
    ['complaint', 100],
  ] as const)('can’t stop an issue to 1,300 readers: %s after %d days', async (kind, days) => {
    await freezeFor(createReaders(1300), aliases, days)
    for (let sent = 0; sent < 1500; sent += 100) {
      await send(100)
      await report(kind, aliases)
      expect(await harness.read()).toMatchObject({ pausedBy: null })
    }
    await harness.runUntilIdle()
    await report(kind, aliases)
    const sending = (await harness.read())!
    expect(sending.totals[totals[kind]]).toBe(listSent().length - 1300)
    expect(sending).toMatchObject({ failures: noFailures, recentFailures: noFailures })
  })
})

describe('the owner of a few domains with addresses in an import', () => {
  const strangers = createReaders(60, (index) => `mail-${index}.stranger-${index % 5}.example`)

  it.each(['hardBounce', 'complaint'] as const)('can’t stop an issue with a %s', async (kind) => {
    await freezeFor([...createReaders(700), ...strangers])
    await send(760)
    await report(kind, strangers, 'ama@example.com')
    const total = totals[kind]
    const sending = (await harness.read())!
    expect(sending.totals[total]).toBe(60)
    expect(sending.failures[total]).toBe(5 * maxFailuresPerDomain[total])
    expect(sending.pausedBy).toBeNull()
  })
})

describe('the owner of one domain with hundreds of addresses in an import', () => {
  it.each([120, 240])(
    'neither stops an issue nor uses up a decision with %d bounces',
    async (count) => {
      const strangers = createReaders(count, () => 'stranger.example')
      await freezeFor([...createReaders(1500), ...strangers])
      for (const part of [1, 2, 3]) {
        await send(500)
        await report('hardBounce', strangers)
        expect(await harness.read()).toMatchObject({
          pausedBy: null,
          failures: { hardBounces: part === 1 ? maxFailuresPerDomain.hardBounces : 0 },
        })
        await harness.command('pause', { reason: 'editor' })
        await harness.command('resume', { now: harness.now.getTime() })
      }
      expect((await harness.read())!.totals.hardBounces).toBeGreaterThan(count / 2)
    },
    60_000,
  )
})

describe('a mailbox', () => {
  it.each(['hardBounce', 'complaint'] as const)(
    'is counted once, whatever its aliases: %s',
    async (kind) => {
      const mailboxes = Array.from({ length: 15 }, (_, index) => `stranger${index}`)
      const aliases = mailboxes.flatMap((name) => [
        `${name}@gmail.com`,
        `${name}+a@gmail.com`,
        `${name[0]}.${name.slice(1)}@googlemail.com`,
      ])
      await freezeFor([...createReaders(800), ...aliases])
      await send(800 + aliases.length)
      await report(kind, aliases)
      const sending = (await harness.read())!
      expect(sending.totals[totals[kind]]).toBe(aliases.length)
      expect(sending.failures[totals[kind]]).toBe(mailboxes.length)
      expect(sending.pausedBy).toBeNull()
    },
  )
})

describe('a large provider', () => {
  it.each([
    ['of imported addresses at Gmail', 'gmail.com', false],
    ['of imported addresses at GMX', 'gmx.de', false],
    ['of readers who joined within three months', 'gmail.com', true],
  ])(
    'stops an issue to a list %s by refusing it, even with a single domain',
    async (_, host, isOwn) => {
      const readers = createReaders(900, (index) =>
        index % 3 === 0 ? host : `reader-${index}.example`,
      )
      await freezeFor(isOwn ? [] : readers, isOwn ? readers : [])
      await send(minJudgedEmails)
      const failing = listSent().filter((email) => email.endsWith(`@${host}`))
      await report('hardBounce', failing)
      expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'hardBounces' })
    },
  )
})

describe('an issue to a short list', () => {
  /** Most addresses are at Gmail, and a few at each of Yahoo's domains, as in a list of 1,300. */
  const yahooDomains = ['yahoo.com', 'yahoo.co.in', 'ymail.com', 'rocketmail.com', 'aol.com']
  const readers = [
    ...createReaders(800, () => 'gmail.com'),
    ...createReaders(260, (index) => yahooDomains[index % yahooDomains.length]!),
    ...createReaders(240),
  ]
  const isAtYahoo = (email: string) => yahooDomains.some((domain) => email.endsWith(`@${domain}`))

  it('is stopped if a provider refuses it, even if all its domains are small', async () => {
    await freezeFor(readers)
    await send(minJudgedEmails)
    await report('hardBounce', listSent().filter(isAtYahoo))
    expect(await harness.read()).toMatchObject({ state: 'paused', pausedBy: 'hardBounces' })
  })
})

describe('between an approval and its time', () => {
  const count = 400
  const strangers = createReaders(60, () => 'stranger.example')
  const storeAll = async (addresses: readonly string[], changes: Partial<NewsletterEntry>) => {
    for (const address of addresses) await harness.storeEntry(address, changes)
  }

  const unsubscribe = () => ({ state: 'unsubscribed', unsubscribedAt: harness.now }) as const

  /** Approves an issue for a list that also contains these addresses. */
  async function approveFor(others: readonly string[]) {
    harness = new IssueHarness({ hasKeys: true, batchSize: 50, ranges: 3 })
    await storeAll([...createReaders(count), ...others], {})
    await harness.approve()
    harness.pass(1000)
  }

  it.each<[string, readonly string[], () => Partial<NewsletterEntry>, string | null]>([
    ['are imported', [], () => ({ source: 'ghost', consentedAt: harness.now }), 'audienceChanged'],
    ['are restored', [], () => ({ deliveryChangedAt: new Date('2026-11-01') }), 'audienceChanged'],
    ['are malformed', strangers, () => ({ ip: 'x'.repeat(100) }), 'audienceChanged'],
    ['are taken off by an import', strangers, unsubscribe, 'audienceChanged'],
  ])('many addresses that %s by mistake stop an issue', async (_, others, change, pausedBy) => {
    await approveFor(others)
    await storeAll(strangers, change())
    await harness.freeze()
    expect((await harness.read())!.pausedBy).toBe(pausedBy)
  })
})
