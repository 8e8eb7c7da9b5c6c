/** Random batches as browsers send them, and a model that says by itself what must be counted. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { siteUrl, stories } from './collector-harness.ts'

export const hour = 60 * 60 * 1000

/** An event that a page sends, as a test describes it. */
type Action = {
  readonly what:
    | 'view'
    | 'read'
    | 'wall'
    | 'home'
    | 'checkout'
    | 'scroll'
    | 'invented'
    | 'nonsense'
    | 'malformed'
    | 'somebodyElse'
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
  /** Milliseconds that the browser's clock is wrong. */
  readonly skew: number
  readonly copies: number
  readonly delay: number
}

const issue = '2026-11-22'

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
    'malformed',
    'somebodyElse',
  ),
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

/** `sentAt`: by the browser's clock. */
export function createEvent({ what, story, search, age }: Action, sentAt: Date) {
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
    malformed: track('Article Scrolled', { slug: story, depths: [30] }),
    somebodyElse: {
      type: 'identify',
      traits: { firebase_id: 'leela', first_name: '', last_name: '', email: 'leela@example.com' },
    },
  }[what]
  return {
    ...named,
    messageId: randomUUID(),
    anonymousId: randomUUID(),
    timestamp: new Date(sentAt.getTime() - age).toISOString(),
    context: { page: { path, search, title: '', referrer } },
  }
}

/** Colombo's clock, counted by hand: UTC+5:30 all year. */
export function toLocal(instant: Date) {
  const local = new Date(instant.getTime() + 5.5 * hour).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}

const rejections = new Map<Action['what'], string>([
  ['nonsense', 'unknownEvent'],
  ['malformed', 'malformed'],
  ['somebodyElse', 'foreignReader'],
])
const columnsOf = new Map<Action['what'], readonly string[]>([
  ['view', ['views']],
  ['home', ['views']],
  ['invented', ['views']],
  ['read', ['reads']],
  ['wall', ['walls']],
  ['checkout', ['checkouts']],
  ['scroll', ['depth25', 'depth50']],
])
const sourcesOf = new Map([
  ['the-weekly', 'newsletter'],
  ['share', 'share'],
])

/** Lists the numbers of a correct count as lines of `table key column` and a number. */
export class CountedModel {
  readonly lines = new Map<string, number>()
  private add(line: string, count = 1) {
    this.lines.set(line, (this.lines.get(line) ?? 0) + count)
  }

  addBatch({ actions, kind, refusal, country }: Sent, receivedAt: Date) {
    const today = toLocal(receivedAt).day
    const reject = (reason: string, events = 1) => this.add(`rejections ${today} ${reason}`, events)
    if (refusal) return reject(refusal, actions.length)
    /** The batch's first link to a campaign decides it. */
    let campaign: string | null = null
    const seen = new Set<string>()
    for (const { what, story, search, age } of actions) {
      const rejection = rejections.get(what)
      if (rejection) {
        reject(rejection)
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
      const columns = columnsOf.get(what) ?? []
      // A link's numbers don't name stories, so those that don't exist count for it.
      if (search === campaign && search.endsWith(issue) && what !== 'home' && what !== 'scroll')
        for (const column of columns) this.add(`campaigns ${at.day} newsletter ${issue} ${column}`)
      if (what === 'invented') {
        reject('unknownStory')
        continue
      }
      const slug = what === 'home' ? '' : story
      const page = what === 'home' ? 'homepage' : what === 'checkout' ? 'subscribe' : 'article'
      const place = country === 'XX' ? '' : country
      const row = [at.day, at.hour, slug, page, source, kind, place]
      for (const column of columns) this.add(`hourly ${row.join(' ')} ${column}`)
    }
  }
}
