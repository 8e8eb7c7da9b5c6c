import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countLives } from '../../scripts/dev/random-lives.ts'
import { CollectorHarness, siteUrl, stories } from './testing/collector-harness.ts'

const hour = 60 * 60 * 1000

/** An event that a page sends, as a test describes it. */
type Action = {
  readonly what: 'view' | 'read' | 'wall' | 'home' | 'checkout' | 'scroll' | 'invented' | 'nonsense'
  readonly story: (typeof stories)[number]
  readonly search: string
  /** Milliseconds before the batch was sent. */
  readonly age: number
}

type Sent = {
  readonly actions: readonly Action[]
  readonly kind: 'guest' | 'registered' | 'subscriber'
  readonly optsOut: boolean
  readonly copies: number
  readonly delay: number
}

const actionArbitrary: fc.Arbitrary<Action> = fc.record({
  what: fc.constantFrom(
    'view',
    'read',
    'wall',
    'home',
    'checkout',
    'scroll',
    'invented',
    'nonsense',
  ),
  story: fc.constantFrom(...stories),
  search: fc.constantFrom(
    '',
    '?utm_source=the-weekly&utm_campaign=2026-11-22',
    '?utm_source=the-weekly&utm_campaign=1999-01-01',
    '?utm_source=share',
  ),
  age: fc.integer({ min: 0, max: 30 * hour }),
})

const sentArbitrary: fc.Arbitrary<Sent> = fc.record({
  actions: fc.array(actionArbitrary, { minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom('guest', 'registered', 'subscriber'),
  optsOut: fc.nat(5).map((value) => value === 0),
  copies: fc.integer({ min: 1, max: 3 }),
  delay: fc.integer({ min: 0, max: 20 * hour }),
})

function createEvent({ what, story, search, age }: Action, now: Date) {
  const path = what === 'home' ? '/' : what === 'checkout' ? '/subscribe' : `/${story}`
  const referrer = what === 'checkout' ? `${siteUrl}/${story}` : ''
  const track = (event: string, properties: object) => ({ type: 'track', event, properties })
  const named = {
    view: track('Article Viewed', { slug: story }),
    read: track('Article Read', { slug: story }),
    wall: track('Paywall Viewed', { slug: story }),
    scroll: track('Article Scrolled', { slug: story, depths: [25, 50] }),
    home: { type: 'page', name: 'homepage' },
    checkout: track('Subscription Selected', { plan: 'monthly_13' }),
    invented: track('Article Viewed', { slug: 'invented' }),
    nonsense: track('Article Eaten', {}),
  }[what]
  return {
    ...named,
    messageId: randomUUID(),
    anonymousId: randomUUID(),
    timestamp: new Date(now.getTime() - age).toISOString(),
    context: { page: { path, search, title: '', referrer } },
  }
}

/** Colombo's clock, counted by hand: UTC+5:30 all year. */
function toLocal(instant: Date) {
  const local = new Date(instant.getTime() + 5.5 * hour).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}

/** The statistics that a correct count has, as `table: key = number` lines. */
class Model {
  readonly figures = new Map<string, number>()
  private add(key: string, count = 1) {
    this.figures.set(key, (this.figures.get(key) ?? 0) + count)
  }

  addBatch({ actions, kind, optsOut }: Sent, receivedAt: Date) {
    const today = toLocal(receivedAt).day
    if (optsOut) return this.add(`rejections ${today} optedOut`, actions.length)
    const seen = new Set<string>()
    for (const { what, story, search, age } of actions) {
      if (what === 'nonsense') {
        this.add(`rejections ${today} unknownEvent`)
        continue
      }
      const about = what === 'home' ? what : what === 'invented' ? what : `${what} ${story}`
      if (seen.has(about)) {
        this.add(`rejections ${today} repeated`)
        continue
      }
      seen.add(about)
      if (what === 'invented') {
        this.add(`rejections ${today} unknownStory`)
        continue
      }
      const at = toLocal(new Date(receivedAt.getTime() - (age > 2 * hour ? 0 : age)))
      const source = search.includes('the-weekly')
        ? 'newsletter'
        : search.includes('share')
          ? 'share'
          : what === 'checkout'
            ? 'own'
            : 'direct'
      const page = what === 'home' ? 'homepage' : what === 'checkout' ? 'subscribe' : 'article'
      const slug = what === 'home' ? '' : story
      const row = `${at.day} ${at.hour} ${slug} ${page} ${source} ${kind}`
      const columns = {
        view: ['views'],
        home: ['views'],
        read: ['reads'],
        wall: ['walls'],
        checkout: ['checkouts'],
        scroll: ['depth25', 'depth50'],
      }[what]
      for (const column of columns) this.add(`hourly ${row} ${column}`)
    }
  }
}

let harness: CollectorHarness
beforeEach(() => {
  harness = new CollectorHarness()
})
afterEach(() => harness.close())

const columns = ['views', 'reads', 'walls', 'unlocks', 'checkouts', 'depth25', 'depth50']

function readStatistics(): Map<string, number> {
  const figures = new Map<string, number>()
  for (const row of harness.statistics.read('SELECT * FROM hourly')) {
    const { day, hour: at, slug, page, source, readerKind } = row as Record<string, string>
    for (const column of columns) {
      const count = row[column] as number
      if (count > 0)
        figures.set(`hourly ${day} ${at} ${slug} ${page} ${source} ${readerKind} ${column}`, count)
    }
  }
  for (const row of harness.statistics.read('SELECT * FROM rejections')) {
    const { day, reason, events } = row as { day: string; reason: string; events: number }
    figures.set(`rejections ${day} ${reason}`, events)
  }
  return figures
}

const sortEntries = (figures: Map<string, number>) => Object.fromEntries([...figures].sort())

/** An exception in place of the process's end. */
const failures = ['none', 'beforeCommit', 'afterCommit'] as const

describe('statistics', () => {
  it('are exact, whatever is sent, delivered or interrupted again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentArbitrary, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        async (all, random) => {
          harness.close()
          harness = new CollectorHarness()
          const model = new Model()
          const choose = <Item>(items: readonly Item[]): Item =>
            items[random.next().value! % items.length]!

          async function deliverSome() {
            const { messages } = harness
            if (messages.length === 0) return
            const start = random.next().value! % messages.length
            const some = messages.slice(start, start + 1 + (random.next().value! % messages.length))
            const failure = choose(failures)
            harness.statistics.onTransaction = (isDone) => {
              if (failure === (isDone ? 'afterCommit' : 'beforeCommit')) throw new Error('stopped')
            }
            // The queue may deliver a message twice although it was acknowledged.
            if (choose([true, false])) harness.messages.push({ ...some[0]! })
            await harness.deliver(some)
            harness.statistics.onTransaction = () => {}
          }

          for (const sent of all) {
            harness.advance(sent.delay)
            const batch = sent.actions.map((action) => createEvent(action, harness.now))
            const cookies = sent.kind === 'guest' ? {} : await harness.createCookies(sent.kind)
            const headers = { ...cookies, ...(sent.optsOut ? { 'Sec-GPC': '1' } : {}) }
            const sentAt = harness.now
            // A request that opted out is counted each time: nothing of it is stored.
            const copies = sent.optsOut ? 1 : sent.copies
            for (let copy = 0; copy < copies; copy++) {
              await harness.send(batch, headers, sentAt)
              if (copy === 0) model.addBatch(sent, harness.now)
              await deliverSome()
            }
            if (choose([true, false])) await harness.run('dailyFigures')
          }
          await harness.deliver()
          expect(harness.messages).toEqual([])
          expect(sortEntries(readStatistics())).toEqual(sortEntries(model.figures))

          // Days that are over: the sums of their hours, however often they were added up.
          harness.advance(48 * hour)
          await harness.run('dailyFigures')
          await harness.run('dailyFigures')
          const sumBy = (table: string) =>
            harness.statistics.read(
              `SELECT day, slug, page, source, readerKind, country, ${columns
                .map((column) => `SUM(${column}) AS ${column}`)
                .join(', ')} FROM ${table} GROUP BY 1, 2, 3, 4, 5, 6`,
            )
          expect(sumBy('daily')).toEqual(sumBy('hourly'))
          expect(harness.statistics.read('SELECT * FROM touchedDays')).toEqual([])
        },
      ),
      { numRuns: countLives(40) },
    )
  })
})
