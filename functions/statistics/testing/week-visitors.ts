/** Visitors of the simulated week: what their browsers send, and beside it what must be counted. */
import { randomUUID } from 'node:crypto'
import { choose, type Random, siteUrl, type WeekHarness } from './week-harness.ts'
import { type Counted, type Fact, getDay, type Rejected, type WeekModel } from './week-model.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const stories = ['rain', 'mangoes', 'tea', 'trains', 'monsoon', 'fog'] as const
export const issues = ['2026-11-22', '2026-11-29'] as const

/** Labelled by hand: where a visitor came from, and what that is. */
const arrivals = [
  { source: 'direct', referrer: '', search: '' },
  { source: 'search', referrer: 'https://www.google.com/', search: '' },
  { source: 'search', referrer: 'https://duckduckgo.com/', search: '' },
  { source: 'social', referrer: 'https://t.co/x', search: '' },
  { source: 'social', referrer: 'https://www.facebook.com/', search: '' },
  {
    source: 'newsletter',
    referrer: '',
    search: '?utm_source=the-weekly&utm_campaign=2026-11-22',
    issue: '2026-11-22',
  },
  {
    source: 'newsletter',
    referrer: 'https://mail.google.com/',
    search: '?utm_source=the-weekly&utm_campaign=2026-11-29',
    issue: '2026-11-29',
  },
  { source: 'newsletter', referrer: '', search: '?utm_source=the-weekly&utm_campaign=1999-01-01' },
  { source: 'share', referrer: 'https://t.co/y', search: '?utm_source=share' },
  { source: 'gift', referrer: '', search: '?utm_source=gift' },
  {
    source: 'campaign',
    referrer: 'https://www.google.com/',
    search: '?utm_source=Bazaar&utm_campaign=Winter%20Fair',
  },
  { source: 'other', referrer: 'https://blog.example/a', search: '' },
  { source: 'other', referrer: 'https://mail.google.com/', search: '' },
] as const
type Arrival = {
  readonly source: string
  readonly referrer: string
  readonly search: string
  readonly issue?: string
}

const countryCodes = ['LK', 'LK', 'IN', 'GB', 'US', 'XX', undefined] as const

export type Batch = {
  readonly receivedAt: number
  readonly sentAt: string
  readonly events: unknown[]
  readonly headers: Readonly<Record<string, string>>
  readonly country: string | undefined
  readonly facts: readonly Fact[]
  readonly rejected: readonly Rejected[]
  /** Whether sending it again has a way to be recognised. */
  readonly hasId: boolean
}

export type Reader = { readonly kind: string; readonly headers: Readonly<Record<string, string>> }

/** Their cookies. Sessions last 30 days. */
export async function createReaders({ worker }: WeekHarness, at: Date): Promise<Reader[]> {
  const session = await worker.tokens.issueSession('reader', at, at)
  const cookie = (value: string) => ({ Cookie: value })
  return [
    { kind: 'guest', headers: {} },
    { kind: 'guest', headers: {} },
    // A hint without a session says nothing.
    { kind: 'guest', headers: cookie('reader=isSubscribed.open') },
    { kind: 'guest', headers: cookie(`__Host-session=${session}x; reader=isSubscribed.open`) },
    { kind: 'registered', headers: cookie(`__Host-session=${session}`) },
    { kind: 'registered', headers: cookie(`__Host-session=${session}; reader=notSubscribed`) },
    {
      kind: 'subscriber',
      headers: cookie(`__Host-session=${session}; reader=isSubscribed.open`),
    },
  ]
}

/** One is younger than the times that are compared. */
export const getPublicationTime = (slug: string) =>
  Date.parse(slug === 'fog' ? '2026-11-23T20:00:00Z' : '2026-09-01T00:00:00Z')

export const listStories = (instant: number) =>
  stories.filter((slug) => getPublicationTime(slug) <= instant)

/** Nobody follows an issue's links before its day. */
export const isOut = (issue: string, instant: number) => issue <= getDay(instant)

/** Milliseconds that a browser's clock is wrong. */
const skews = [0, 0, 0, 0, 0, 90 * minute, -3 * hour, 400 * day, -30 * day] as const
/** Milliseconds that an event waited before it was sent. */
const waits = [0, 0, 0, 2 * minute, 90 * minute, 3 * hour, 23 * hour] as const
/** Events that waited longer count when they arrive. */
const maxWait = 2 * hour

export function planVisit(random: Random, receivedAt: number, readers: readonly Reader[]): Batch[] {
  const reader = choose(random, readers)
  const country = choose(random, countryCodes)
  const skew = choose(random, skews)
  const arrival: Arrival = choose(
    random,
    arrivals.filter((one) => !('issue' in one) || isOut(one.issue, receivedAt - day)),
  )
  const visit = new Visit({ receivedAt, reader, country, skew, wait: choose(random, waits) })
  // Events may have waited.
  const published = listStories(receivedAt - day)
  if (random() < 0.15) visit.openPage('homepage', '/', arrival)
  else visit.readStory(random, choose(random, published), arrival)
  const roll = random()
  if (roll < 0.02) visit.readInvented()
  else if (roll < 0.04) visit.sendNonsense()
  else if (roll < 0.05) visit.openManyStories(arrival)
  else if (roll < 0.07) visit.repeatFirst()
  else if (roll < 0.08) visit.claimToBeSomebody()
  const batches = [visit.finish(random)]
  if (random() < 0.35) {
    const next = new Visit({ receivedAt: receivedAt + 5 * minute, reader, country, skew, wait: 0 })
    const [from, story] = [choose(random, published), choose(random, published)]
    const own = { source: 'own', referrer: `${siteUrl}/${from}`, search: '' }
    if (random() < 0.6) next.readStory(random, story, own)
    else next.choosePlans(random() < 0.3 ? 2 : 1, from)
    batches.push(next.finish(random))
  }
  return batches
}

class Visit {
  private readonly events: Record<string, unknown>[] = []
  private readonly facts: Fact[] = []
  private readonly rejected: Rejected[] = []
  private readonly anonymousId = randomUUID()
  private readonly given

  constructor(given: {
    readonly receivedAt: number
    readonly reader: Reader
    readonly country: string | undefined
    readonly skew: number
    readonly wait: number
  }) {
    this.given = given
  }

  private add(event: object, path: string, { referrer, search }: Arrival) {
    const { receivedAt, skew, wait } = this.given
    this.events.push({
      messageId: randomUUID(),
      anonymousId: this.anonymousId,
      timestamp: new Date(receivedAt - wait + skew).toISOString(),
      context: { page: { path, search, title: 'A page', referrer } },
      ...event,
    })
  }

  private expect(what: Counted, slug: string, { source, issue = '' }: Arrival) {
    const { receivedAt, wait, reader, country } = this.given
    this.facts.push({
      at: wait > maxWait ? receivedAt : receivedAt - wait,
      knownAt: receivedAt,
      what,
      slug,
      source,
      readerKind: reader.kind,
      country: country === 'XX' ? '' : (country ?? ''),
      issue,
    })
  }

  private reject(reason: string, events = 1) {
    this.rejected.push({ knownAt: this.given.receivedAt, reason, events })
  }

  private track(event: string, properties: object, path: string, arrival: Arrival) {
    this.add({ type: 'track', event, properties }, path, arrival)
  }

  openPage(name: string, path: string, arrival: Arrival) {
    this.add({ type: 'page', name }, path, arrival)
    this.expect('views', '', arrival)
  }

  readStory(random: Random, slug: string, arrival: Arrival) {
    const path = `/${slug}`
    // Counted by “Article Viewed”.
    this.add({ type: 'page', name: 'article' }, path, arrival)
    this.track('Article Viewed', { slug }, path, arrival)
    this.expect('views', slug, arrival)
    const reached = [25, 50, 75, 100].slice(0, Math.floor(random() * 5)) as (25 | 50 | 75 | 100)[]
    if (reached.length > 0) {
      this.track('Article Scrolled', { slug, depths: reached }, path, arrival)
      for (const mark of reached) this.expect(`depth${mark}`, slug, arrival)
    }
    if (reached.length === 4 && random() < 0.8) {
      this.track('Article Read', { slug }, path, arrival)
      this.expect('reads', slug, arrival)
    }
    if (this.given.reader.kind !== 'subscriber' && random() < 0.4) {
      this.track('Paywall Viewed', { slug, options: [] }, path, arrival)
      this.expect('walls', slug, arrival)
    }
  }

  /** Choosing another plan in the same batch isn't another checkout. */
  choosePlans(plans: number, from: string) {
    const arrival = { source: 'own', referrer: `${siteUrl}/${from}`, search: '' }
    for (const plan of ['monthly_13', 'annual_99'].slice(0, plans))
      this.track('Subscription Selected', { plan }, '/subscribe', arrival)
    this.expect('checkouts', from, arrival)
    if (plans > 1) this.reject('repeated', plans - 1)
  }

  readInvented() {
    const direct = arrivals[0]
    this.track('Article Viewed', { slug: 'invented' }, '/invented', direct)
    this.track('Article Read', { slug: 'invented' }, '/invented', direct)
    this.reject('unknownStory', 2)
  }

  sendNonsense() {
    const direct = arrivals[0]
    this.track('Article Eaten', {}, '/rain', direct)
    this.reject('unknownEvent')
    this.track('Article Viewed', { slug: '../rain' }, '/rain', direct)
    this.track('Article Scrolled', { slug: 'rain', depths: [30] }, '/rain', direct)
    this.reject('malformed', 2)
  }

  /** Only the first three stories of a batch count, and each once. */
  openManyStories(arrival: Arrival) {
    const seen = new Set(this.facts.map(({ slug }) => slug).filter((slug) => slug !== ''))
    for (const slug of listStories(this.given.receivedAt - day)) {
      this.track('Article Viewed', { slug }, `/${slug}`, arrival)
      if (seen.has(slug)) this.reject('repeated')
      else if (seen.size < 3) {
        seen.add(slug)
        this.expect('views', slug, arrival)
      } else this.reject('tooManyStories')
    }
  }

  repeatFirst() {
    this.events.push({ ...this.events[0]! })
    this.reject('repeated')
  }

  claimToBeSomebody() {
    const traits = {
      firebase_id: 'another',
      first_name: 'A',
      last_name: '',
      email: 'a@example.com',
    }
    this.add({ type: 'identify', traits }, '/', arrivals[0])
    this.reject('foreignReader')
  }

  finish(random: Random): Batch {
    const { receivedAt, skew, country, reader } = this.given
    const shared = {
      receivedAt,
      sentAt: new Date(receivedAt + skew).toISOString(),
      events: this.events,
      country,
    }
    const refuse = (reason: string, headers: Record<string, string>): Batch => ({
      ...shared,
      headers: { ...reader.headers, ...headers },
      facts: [],
      rejected: [{ knownAt: receivedAt, reason, events: this.events.length }],
      // Nothing of it is stored, not even an id.
      hasId: false,
    })
    const roll = random()
    if (roll < 0.02) return refuse('optedOut', { 'Sec-GPC': '1' })
    if (roll < 0.04) return refuse('optedOut', { DNT: '1' })
    if (roll < 0.06) return refuse('robot', { 'User-Agent': 'Googlebot/2.1' })
    const headers = { ...reader.headers, 'User-Agent': 'Mozilla/5.0' }
    return { ...shared, headers, facts: this.facts, rejected: this.rejected, hasId: true }
  }
}

export async function sendBatch(harness: WeekHarness, model: WeekModel, batch: Batch) {
  harness.now = new Date(batch.receivedAt)
  const { sentAt, events, headers, country } = batch
  const send = async () => {
    const response = await harness.request('/api/collect', {
      method: 'POST',
      body: { batch: events, sentAt },
      headers,
      ...(country === undefined ? {} : { country }),
    })
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
  }
  await send()
  model.facts.push(...batch.facts)
  model.rejected.push(...batch.rejected)
  // The response was lost.
  if (batch.hasId) while (harness.chance(0.15)) await send()
}
