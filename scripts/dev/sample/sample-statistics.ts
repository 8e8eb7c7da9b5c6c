/**
 * Invents statistics for the weeks before today, so that a new stack's reports and most-read lists have content. The
 * same day and stories give the same statistics.
 */
import { createHash } from 'node:crypto'
import {
  rowsPerPage,
  type StatisticsRow,
} from '../../../src/contracts/endpoints/statistics-backup-endpoints.ts'
import { getGiftPrice, giftLengths } from '../../../src/domain/gift/gift-length.ts'
import {
  depthMarks,
  type QueuedCounter,
  queuedCounters,
  type ReaderKind,
} from '../../../src/domain/statistics/counters.ts'
import type { Source } from '../../../src/domain/statistics/source.ts'
import {
  type StatisticsTable,
  statisticsTables,
} from '../../../src/domain/statistics/stored-statistics.ts'
import type { TransitionKind } from '../../../src/domain/statistics/transition-record.ts'
import { getPlanPrice, planIds } from '../../../src/domain/subscription/plan.ts'
import { cancelReasons } from '../../../src/domain/subscription/subscription-steps.ts'
import {
  addDays,
  type CalendarDay,
  getCalendarDay,
  getInstant,
} from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import { meterAllowance } from '../../../src/publication/meter.ts'
import { currency } from '../../../src/publication/offer.ts'
import { openStatisticsSite } from '../../operate/backup/statistics-site.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import type { RunningStack } from '../../shared/running-stack.ts'

export type SampleStory = { readonly slug: string; readonly publishedOn: CalendarDay }

const sampleDays = 62

const sources: readonly Source[] = [
  'own',
  'own',
  'search',
  'social',
  'direct',
  'newsletter',
  'share',
]
const readerKinds: readonly ReaderKind[] = ['guest', 'guest', 'guest', 'registered', 'subscriber']
const countries = ['LK', 'LK', 'IN', 'IN', 'GB', 'US', 'CA', 'BD', '']

/** Returns a number from 0 to 1, exclusive. */
const draw = (...key: readonly (string | number)[]): number =>
  createHash('sha256').update(key.join('|')).digest().readUInt32BE() / 2 ** 32

const choose = <Item>(items: readonly Item[], ...key: readonly (string | number)[]): Item =>
  items[Math.floor(draw(...key) * items.length)]!

const daysBetween = (from: CalendarDay, to: CalendarDay) =>
  (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)

const listCounts = (counts: { readonly [Counter in QueuedCounter]?: number }) =>
  queuedCounters.map((counter) => counts[counter] ?? 0)

/** Creates most views in the first days, and a few on every later day. */
function createStoryRows({ slug, publishedOn }: SampleStory, day: CalendarDay): StatisticsRow[] {
  const age = daysBetween(publishedOn, day)
  if (age < 0) return []
  const popularity = 0.3 + 2 * draw(slug) ** 3
  const expected = popularity * (1500 / (1 + age) + 40) * (0.8 + 0.4 * draw(slug, day))
  const rows = new Map<string, StatisticsRow>()
  for (let part = 0; part < 8; part++) {
    const key = [slug, day, part] as const
    const source = choose(sources, ...key, 'source')
    const readerKind = choose(readerKinds, ...key, 'kind')
    const country = choose(countries, ...key, 'country')
    const views = Math.round((expected / 8) * (0.5 + draw(...key)))
    if (views === 0) continue
    const isSubscriber = readerKind === 'subscriber'
    const reads = Math.round(views * (isSubscriber ? 0.55 : 0.2))
    const walls = isSubscriber ? 0 : Math.round(views * 0.45)
    const unlocks = isSubscriber ? 0 : Math.round(views * 0.15)
    const checkouts = isSubscriber ? 0 : Math.round(views * 0.02)
    const depths = depthMarks.map((mark) => [
      `depth${mark}`,
      Math.max(reads, Math.round((views - walls) * (1 - mark / 150))),
    ])
    const counts = { views, reads, walls, unlocks, checkouts, ...Object.fromEntries(depths) }
    const columns = [day, slug, 'article', source, readerKind, country]
    rows.set(columns.join('|'), [...columns, ...listCounts(counts)])
  }
  return [...rows.values()]
}

function createTransitionRows(stories: readonly SampleStory[], day: CalendarDay): StatisticsRow[] {
  const out = stories.filter(({ publishedOn }) => publishedOn <= day)
  const count = (kind: TransitionKind, perDay: number) =>
    Array.from(
      { length: Math.floor(perDay * (0.5 + draw(day, kind)) + draw(kind, day)) },
      () => kind,
    )
  const kinds = [
    ...count('registered', 7),
    ...count('newsletterConfirmed', 5),
    ...count('newsletterUnsubscribed', 1),
    ...count('started', 3),
    ...count('renewed', 9),
    ...count('paymentFailed', 0.5).flatMap((kind, index) =>
      draw(day, kind, index, 'recovered') < 0.6 ? [kind, 'paymentRecovered' as const] : [kind],
    ),
    ...count('cancelled', 0.8),
    ...count('paused', 0.3),
    ...count('offerTaken', 0.2),
    ...count('giftBought', 0.4),
    ...count('giftRedeemed', 0.3),
  ]
  return kinds.map((kind, index) => {
    const key = [day, kind, index] as const
    const plan = choose(planIds, ...key, 'plan')
    const isPaid = kind === 'started' || kind === 'renewed'
    const isGift = kind.startsWith('gift')
    const giftLength = choose(giftLengths, ...key, 'gift')
    const hasPlan =
      !isGift && !['registered', 'newsletterConfirmed', 'newsletterUnsubscribed'].includes(kind)
    const amount = isPaid
      ? getPlanPrice(plan).minorUnits
      : kind === 'giftBought'
        ? getGiftPrice(giftLength, 'international').minorUnits
        : 0
    const reason = kind === 'cancelled' ? choose(cancelReasons, ...key, 'reason') : null
    const story = out.length > 0 ? choose(out, ...key, 'story').slug : null
    const at = new Date(
      getInstant(day, 0, site.timeZone).getTime() + draw(...key, 'at') * 86_000_000,
    )
    return [
      createHash('sha256').update(key.join('|')).digest('hex'),
      day,
      at.toISOString(),
      kind,
      isGift ? `gift_${giftLength}` : hasPlan ? plan : null,
      amount,
      amount > 0 ? currency : null,
      reason,
      story && `/${story}`,
      choose(sources, ...key, 'source'),
      story,
      kind === 'started' ? story : null,
      ...Array(5).fill(null),
    ]
  })
}

/** Fewer readers reach each step of the funnel. */
function createMeterRows(months: readonly string[]): StatisticsRow[] {
  const steps = (kind: ReaderKind, allowance: number, readers: number) =>
    months.flatMap((month) =>
      Array.from({ length: allowance }, (_, index) => [
        month,
        kind,
        index + 1,
        Math.round((readers * (0.9 + 0.2 * draw(month, kind))) / (index + 1)),
      ]),
    )
  return [
    ...steps('guest', meterAllowance.guest + meterAllowance.email, 940),
    ...steps('registered', meterAllowance.registered, 310),
  ]
}

export function createSampleStatistics(
  stories: readonly SampleStory[],
  today: CalendarDay,
): Readonly<Partial<Record<StatisticsTable, readonly StatisticsRow[]>>> {
  const days = Array.from({ length: sampleDays }, (_, index) => addDays(today, index - sampleDays))
  const homepage = days.map((day): StatisticsRow => {
    const views = 2000 + Math.round(1200 * draw('homepage', day))
    return [day, '', 'homepage', 'direct', 'guest', 'LK', ...listCounts({ views })]
  })
  return {
    daily: [
      ...homepage,
      ...days.flatMap((day) => stories.flatMap((story) => createStoryRows(story, day))),
    ],
    transitions: days.flatMap((day) => createTransitionRows(stories, day)),
    meterSteps: createMeterRows([...new Set(days.map((day) => day.slice(0, 7)))]),
    rejections: days.map((day) => [day, 'robot', 10 + Math.floor(20 * draw('robot', day))]),
  }
}

/** Stores the sample's statistics, unless the site already has some. `environment` is the desk's. */
export async function storeSampleStatistics(
  environment: RunningStack['deskEnvironment'],
  now: Date,
): Promise<void> {
  const figures = await openStatisticsSite(environment)
  if (!figures) throw new Error('The desk has no site.')
  for await (const _ of figures.readRows('transitions')) return
  const found = await connectFirestore(environment).query({
    collection: 'articles',
    fields: ['status', 'publishedAt'],
  })
  if (!found.ok) throw new Error(`The stories can’t be read: ${found.failure.kind}`)
  const stories = found.value.documents.flatMap(({ id, fields: { status, publishedAt } }) =>
    status === 'published' && publishedAt instanceof Date
      ? [{ slug: id, publishedOn: getCalendarDay(publishedAt, site.timeZone) }]
      : [],
  )
  const sample = createSampleStatistics(stories, getCalendarDay(now, site.timeZone))
  for (const table of statisticsTables) {
    const rows = sample[table] ?? []
    for (let start = 0; start < rows.length; start += rowsPerPage)
      await figures.writeRows(table, { rows: rows.slice(start, start + rowsPerPage), removed: [] })
  }
}
