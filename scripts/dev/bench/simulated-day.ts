/**
 * Simulates the batches that browsers send on a day of a large publication, in order of arrival, the same in each run.
 */
import { randomUUID } from 'node:crypto'
import { createRandom } from '../../../functions/testing/create-random.ts'
import type { ReaderKind } from '../../../src/domain/statistics/counters.ts'

export type ArrivingBatch = {
  readonly arrivedAt: Date
  readonly events: readonly object[]
  readonly readerKind: ReaderKind
  readonly country: string
  readonly views: number
}

export const benchOrigin = 'https://verandah.example'
const articles = 10_000
export const isSimulatedStory = (slug: string) => /^story-\d{1,4}$/.test(slug)

/** Zipf's law with exponent 1: a few items get most of the picks. */
function createZipf(items: number, random: () => number) {
  const sums: number[] = []
  let sum = 0
  for (let rank = 1; rank <= items; rank++) {
    sum += 1 / rank
    sums.push(sum)
  }
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, items - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

const arrivals = [
  { upTo: 0.3, referrer: '', search: '' },
  { upTo: 0.5, referrer: `${benchOrigin}/`, search: '' },
  { upTo: 0.75, referrer: 'https://www.google.com', search: '' },
  { upTo: 0.87, referrer: 'https://l.facebook.com', search: '' },
  { upTo: 0.95, referrer: '', search: '?utm_source=the-weekly&utm_campaign=2026-11-22' },
  { upTo: 1, referrer: '', search: '?utm_source=share' },
] as const

/** Stories are 70% of views; 35% of those end at the paywall, and half of the others are read. */
export function* simulateDay(day: Date, minEvents: number): Generator<ArrivingBatch> {
  const random = createRandom(20261123)
  const pickStory = createZipf(articles, random)
  const pickCountry = createZipf(60, random)
  function pickArrival() {
    const wanted = random()
    return arrivals.find(({ upTo }) => wanted < upTo) ?? arrivals[0]
  }
  const pickKind = (): ReaderKind => {
    const kind = random()
    return kind < 0.7 ? 'guest' : kind < 0.9 ? 'registered' : 'subscriber'
  }
  // Each view has 2.1 events on average.
  const viewCount = Math.ceil(minEvents / 2.07)
  let events = 0
  for (let index = 0; events < minEvents; index++) {
    // Evenings are busier: a sine over the day.
    const share = (index / viewCount) % 1
    const curved = share - (0.5 * Math.sin(2 * Math.PI * share)) / (2 * Math.PI)
    const arrivedAt = new Date(day.getTime() + curved * 24 * 60 * 60 * 1000)
    const country = pickCountry()
    const reader = {
      arrivedAt,
      readerKind: pickKind(),
      country: String.fromCharCode(65 + (country % 26), 65 + Math.floor(country / 26)),
    }
    const isStory = random() < 0.7
    const slug = `story-${pickStory()}`
    const { referrer, search } = pickArrival()
    const path = isStory ? `/${slug}` : '/'
    const createEvent = (own: object) => ({
      messageId: randomUUID(),
      anonymousId: randomUUID(),
      timestamp: arrivedAt.toISOString(),
      context: { page: { path, search, title: 'A story of the monsoon', referrer } },
      ...own,
    })
    const track = (event: string, properties: object = {}) =>
      createEvent({ type: 'track', event, properties: { slug, ...properties } })
    const first = [createEvent({ type: 'page', name: isStory ? 'article' : 'homepage' })]
    if (!isStory) {
      events += 1
      yield { ...reader, events: first, views: 1 }
      continue
    }
    first.push(track('Article Viewed'))
    const isClosed = random() < 0.35
    if (isClosed) first.push(track('Paywall Viewed', { options: [] }))
    events += first.length
    yield { ...reader, events: first, views: 1 }
    if (isClosed) continue
    const isRead = random() < 0.5
    const depths = isRead ? [25, 50, 75, 100] : [25]
    const later = [track('Article Scrolled', { depths })]
    if (isRead) later.unshift(track('Article Read'))
    events += later.length
    yield { ...reader, events: later, views: 0 }
  }
}
