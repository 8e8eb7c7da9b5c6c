/** Creates random batches as browsers send them, and a model that determines independently what must be counted. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { siteUrl } from '../../testing/worker-harness.ts'
import { stories } from './collector-harness.ts'

export const hour = 60 * 60 * 1000
const issue = '2026-11-22'

type Kind = {
  /** The path, if it isn't the story's. */
  readonly path?: string
  /** The page's name in the statistics, if it isn't a story. */
  readonly page?: string
  readonly event: (slug: string) => object
  /** The columns in which the event counts, or the reason why it's rejected. */
  readonly columns: readonly string[] | string
}

const track = (event: string, properties: object) => ({ type: 'track', event, properties })
const traits = { firebase_id: 'leela', first_name: '', last_name: '', email: 'leela@example.com' }

const kinds = {
  view: { event: (slug) => track('Article Viewed', { slug }), columns: ['views'] },
  read: { event: (slug) => track('Article Read', { slug }), columns: ['reads'] },
  wall: { event: (slug) => track('Paywall Viewed', { slug }), columns: ['walls'] },
  scroll: {
    event: (slug) => track('Article Scrolled', { slug, depths: [25, 50] }),
    columns: ['depth25', 'depth50'],
  },
  home: {
    path: '/',
    page: 'homepage',
    event: () => ({ type: 'page', name: 'homepage' }),
    columns: ['views'],
  },
  checkout: {
    path: '/subscribe',
    page: 'subscribe',
    event: () => track('Subscription Selected', { plan: 'monthly_13' }),
    columns: ['checkouts'],
  },
  invented: { event: () => track('Article Viewed', { slug: 'invented' }), columns: ['views'] },
  nonsense: { event: () => track('Article Eaten', {}), columns: 'unknownEvent' },
  malformed: {
    event: (slug) => track('Article Scrolled', { slug, depths: [30] }),
    columns: 'malformed',
  },
  somebodyElse: { event: () => ({ type: 'identify', traits }), columns: 'foreignReader' },
} satisfies Readonly<Record<string, Kind>>

/** An event that a page sends, as described by a test. */
type Action = {
  readonly what: keyof typeof kinds
  readonly story: (typeof stories)[number]
  readonly search: string
  /** Milliseconds before the batch was sent. */
  readonly age: number
}

export type Sent = {
  readonly actions: readonly Action[]
  readonly kind: 'guest' | 'registered' | 'subscriber'
  readonly refusal: 'optedOut' | 'robot' | null
  readonly country: string
  /** Milliseconds by which the browser's clock is wrong. */
  readonly skew: number
  readonly copies: number
  readonly delay: number
}

const actionArbitrary: fc.Arbitrary<Action> = fc.record({
  what: fc.constantFrom(...(Object.keys(kinds) as Action['what'][])),
  story: fc.constantFrom(...stories),
  search: fc.constantFrom(
    '',
    `?utm_source=the-weekly&utm_campaign=${issue}`,
    '?utm_source=the-weekly&utm_campaign=1999-01-01',
    '?utm_source=share',
  ),
  age: fc.integer({ min: 0, max: 23 * hour }),
})

export const sentArbitrary: fc.Arbitrary<Sent> = fc.record({
  actions: fc.array(actionArbitrary, { minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom('guest', 'registered', 'subscriber'),
  refusal: fc.constantFrom(null, null, null, null, 'optedOut', 'robot'),
  country: fc.constantFrom('LK', 'IN', 'XX'),
  skew: fc.constantFrom(0, 0, 90 * 60_000, -3 * hour, 400 * 24 * hour, -400 * 24 * hour),
  copies: fc.integer({ min: 1, max: 3 }),
  delay: fc.integer({ min: 0, max: 20 * hour }),
})

export const refusalHeaders = {
  optedOut: { 'Sec-GPC': '1' },
  robot: { 'User-Agent': 'Googlebot/2.1' },
} as const

/** `sentAt` is by the browser's clock. */
export function createEvent({ what, story, search, age }: Action, sentAt: Date) {
  const { event, path = `/${story}` }: Kind = kinds[what]
  const referrer = what === 'checkout' ? `${siteUrl}/${story}` : ''
  return {
    ...event(story),
    messageId: randomUUID(),
    anonymousId: randomUUID(),
    timestamp: new Date(sentAt.getTime() - age).toISOString(),
    context: { page: { path, search, title: '', referrer } },
  }
}

/** Converts to Colombo's time independently: UTC+5:30 all year. */
function toLocal(instant: Date) {
  const local = new Date(instant.getTime() + 5.5 * hour).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}

const sourcesOf = new Map([
  ['the-weekly', 'newsletter'],
  ['share', 'share'],
])

/** Models correct counts as lines of `table key column` with a number each. */
export class CountedModel {
  readonly lines = new Map<string, number>()
  private add(line: string, count = 1) {
    this.lines.set(line, (this.lines.get(line) ?? 0) + count)
  }

  addBatch({ actions, kind, refusal, country }: Sent, receivedAt: Date) {
    const today = toLocal(receivedAt).day
    const reject = (reason: string, events = 1) => this.add(`rejections ${today} ${reason}`, events)
    if (refusal) return reject(refusal, actions.length)
    /** Only a batch's first link to a campaign counts. */
    let campaign: string | null = null
    const seen = new Set<string>()
    for (const { what, story, search, age } of actions) {
      const { columns, page = 'article' }: Kind = kinds[what]
      if (typeof columns === 'string') {
        reject(columns)
        continue
      }
      const about = what === 'home' || what === 'invented' ? what : `${what} ${story}`
      if (seen.has(about)) {
        reject('repeated')
        continue
      }
      seen.add(about)
      const source =
        sourcesOf.get(new URLSearchParams(search).get('utm_source') ?? '') ??
        (what === 'checkout' ? 'own' : 'direct')
      if (source === 'newsletter') campaign ??= search
      const at = toLocal(new Date(receivedAt.getTime() - (age > 2 * hour ? 0 : age)))
      // A link's numbers aren't counted by story, so events about unknown stories count too.
      if (search === campaign && search.endsWith(issue) && what !== 'home' && what !== 'scroll')
        for (const column of columns) this.add(`campaigns ${at.day} newsletter ${issue} ${column}`)
      if (what === 'invented') {
        reject('unknownStory')
        continue
      }
      const slug = what === 'home' ? '' : story
      const place = country === 'XX' ? '' : country
      const row = [at.day, at.hour, slug, page, source, kind, place]
      for (const column of columns) this.add(`hourly ${row.join(' ')} ${column}`)
    }
  }
}
