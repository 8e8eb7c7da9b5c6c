/**
 * Adds up the events that a browser sent together. The browser may be hostile: a batch can name only a few stories and
 * one campaign, each counts once, and its id and times are bounded.
 */
import { pageNames } from '../../../src/contracts/analytics/page-name.ts'
import { reservedSlugs, slugPattern } from '../../../src/domain/slug.ts'
import {
  maxBatchAge,
  maxEventAge,
  maxStatisticsPerBatch,
  maxStoriesPerBatch,
} from '../../../src/domain/statistics/collecting.ts'
import {
  type CampaignCounter,
  campaignCounters,
  type DepthMark,
  type QueuedCounter,
  type ReaderKind,
  type Rejections,
} from '../../../src/domain/statistics/counters.ts'
import { classifySource, readCampaign } from '../../../src/domain/statistics/source.ts'
import {
  storyCounterNames,
  storyCounters,
} from '../../../src/domain/statistics/statistic-definitions.ts'
import { getCalendarDay, getCalendarHour } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { AcceptedEvent } from './accept-events.ts'
import type { CampaignStatistic, EventSums, Statistic } from './event-sums.ts'

export type SumsContext = {
  readonly readerKind: ReaderKind
  readonly country: string | null
  /** The site's origin, without a trailing slash. */
  readonly origin: string
  readonly receivedAt: Date
}

const getUtcDay = (instant: Date) => instant.toISOString().slice(0, 10)

/**
 * Returns a batch's id and day. If the batch is sent again, both are the same: the day is when it began by the
 * browser's clock.
 */
function identifyBatch(
  batch: readonly unknown[],
  receivedAt: Date,
): Pick<EventSums, 'id' | 'batchDay'> {
  const { messageId, timestamp } = batch.map(readIdentity).find((event) => event !== null) ?? {
    messageId: crypto.randomUUID(),
    timestamp: receivedAt,
  }
  const isPlausible = Math.abs(timestamp.getTime() - receivedAt.getTime()) <= maxBatchAge
  return { id: messageId, batchDay: getUtcDay(isPlausible ? timestamp : receivedAt) }
}

const messageIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads any event, accepted or not, because the rules for accepting one may change before the batch is sent again. */
function readIdentity(event: unknown): { messageId: string; timestamp: Date } | null {
  const { messageId, timestamp } = (event ?? {}) as Readonly<Record<string, unknown>>
  if (typeof messageId !== 'string' || !messageIdPattern.test(messageId)) return null
  return { messageId: messageId.toLowerCase(), timestamp: new Date(String(timestamp)) }
}

/** Counts rejected events, but stores nothing else about them, not even an id. */
export function createRejectedSums(rejections: Rejections, receivedAt: Date): EventSums {
  return {
    id: crypto.randomUUID(),
    batchDay: getUtcDay(receivedAt),
    receivedOn: getCalendarDay(receivedAt, site.timeZone),
    readerKind: 'guest',
    country: '',
    figures: [],
    campaigns: [],
    rejections,
    meterStep: null,
  }
}

/** `rejections` covers events that aren't in `accepted`. */
export function sumEvents(
  batch: readonly unknown[],
  accepted: readonly AcceptedEvent[],
  rejections: Rejections,
  context: SumsContext,
): EventSums {
  const ids = new Set<string>()
  const seen = new Set<string>()
  const slugs = new Set<string>()
  const figures = new Map<string, Statistic>()
  const campaigns = new Map<string, CampaignStatistic>()
  const rejected = { ...rejections }
  const reject = (reason: 'repeated' | 'tooManyStories' | 'tooManyFigures') => {
    rejected[reason] = (rejected[reason] ?? 0) + 1
  }
  /** The first campaign in the batch. */
  let campaignSearch: string | null = null

  for (const event of accepted) {
    const messageId = event.messageId.toLowerCase()
    if (ids.has(messageId)) {
      reject('repeated')
      continue
    }
    ids.add(messageId)
    const counted = countEvent(event, context.origin)
    if (!counted) continue
    // Pages send each such event once within the period of a batch; another source or hour doesn't make it a different
    // event.
    const describe = (counter: QueuedCounter) => `${counted.page} ${counted.slug} ${counter}`
    const added = counted.counters.filter((counter) => !seen.has(describe(counter)))
    if (added.length === 0) {
      reject('repeated')
      continue
    }
    if (counted.slug !== '') slugs.add(counted.slug)
    if (slugs.size > maxStoriesPerBatch) {
      slugs.delete(counted.slug)
      reject('tooManyStories')
      continue
    }
    const { page } = event.context
    const source = classifySource(page, context.origin)
    const at = getCalendarHour(findCountedTime(event, context), site.timeZone)
    const fields = { ...at, slug: counted.slug, page: counted.page, source }
    if (figures.size >= maxStatisticsPerBatch && !figures.has(JSON.stringify(fields))) {
      reject('tooManyFigures')
      continue
    }
    for (const counter of added) seen.add(describe(counter))
    addStatistic(figures, fields, added)

    if (source !== 'newsletter' && source !== 'campaign') continue
    const campaign = readCampaign(page.search)
    campaignSearch ??= page.search
    if (campaign === '' || page.search !== campaignSearch) continue
    // Only views of stories count, because views of other pages aren't views of an issue.
    const isOtherView = counted.slug === '' && added.includes('views')
    if (!isOtherView) addCampaign(campaigns, { day: at.day, source, campaign }, added)
  }
  return {
    ...identifyBatch(batch, context.receivedAt),
    receivedOn: getCalendarDay(context.receivedAt, site.timeZone),
    readerKind: context.readerKind,
    country: context.country ?? '',
    figures: [...figures.values()],
    campaigns: [...campaigns.values()],
    rejections: rejected,
    meterStep: null,
  }
}

/** Returns the time by the Worker's clock, at most a day ago. */
const findCountedTime = ({ timestamp }: AcceptedEvent, { receivedAt }: SumsContext): Date => {
  const occurredAt = new Date(timestamp)
  return receivedAt.getTime() - occurredAt.getTime() > maxEventAge ? receivedAt : occurredAt
}

function addStatistic(
  figures: Map<string, Statistic>,
  fields: Omit<Statistic, 'counts'>,
  added: readonly QueuedCounter[],
) {
  const key = JSON.stringify(fields)
  const figure = figures.get(key) ?? { ...fields, counts: {} }
  figures.set(key, figure)
  for (const counter of added) figure.counts[counter] = 1
}

function addCampaign(
  campaigns: Map<string, CampaignStatistic>,
  fields: Omit<CampaignStatistic, 'counts'>,
  added: readonly QueuedCounter[],
) {
  const counted = added.filter((counter): counter is CampaignCounter =>
    (campaignCounters as readonly string[]).includes(counter),
  )
  if (counted.length === 0) return
  const key = JSON.stringify(fields)
  const figure = campaigns.get(key) ?? { ...fields, counts: {} }
  campaigns.set(key, figure)
  for (const counter of counted) figure.counts[counter] = (figure.counts[counter] ?? 0) + 1
}

type Counted = Pick<Statistic, 'slug' | 'page'> & { readonly counters: readonly QueuedCounter[] }

/** Returns null for events that no statistic counts. */
function countEvent(event: AcceptedEvent, origin: string): Counted | null {
  if (event.type === 'identify') return null
  // A view of a story is counted once per visit, from "Article Viewed".
  if (event.type === 'page') {
    return event.name === 'article' ? null : { slug: '', page: event.name, counters: ['views'] }
  }
  const slug = String(event.properties.slug ?? '')
  const story = (...added: readonly QueuedCounter[]): Counted | null =>
    slugPattern.test(slug) ? { slug, page: 'article', counters: added } : null
  const counter = storyCounterNames.find((name) => storyCounters[name].event === event.event)
  if (counter) return story(counter)
  switch (event.event) {
    case 'Article Scrolled':
      return story(
        ...[...new Set(event.properties.depths as DepthMark[])].map(
          (mark) => `depth${mark}` as const,
        ),
      )
    case 'Subscription Selected':
      return { ...locateCheckout(event.context.page, origin), counters: ['checkouts'] }
    default:
      return null
  }
}

/** The story is the page from which the reader came. */
function locateCheckout(
  { path, referrer }: AcceptedEvent['context']['page'],
  origin: string,
): Pick<Statistic, 'slug' | 'page'> {
  const page = (pageNames as readonly string[]).includes(path.slice(1))
    ? path.slice(1)
    : 'subscribe'
  const from = referrer.startsWith(`${origin}/`) ? referrer.slice(origin.length + 1) : ''
  const isStory = slugPattern.test(from) && from.length <= 120 && !reservedSlugs.has(from)
  return { slug: isStory ? from : '', page }
}
