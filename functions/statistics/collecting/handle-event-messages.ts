/** Consumes the event queue: checks the stories and issues that sums are about, and adds the sums to the statistics. */
import { getErrorName } from '../../platform/error-name.ts'
import type { Log } from '../../platform/log.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'
import { countSums } from './count-sums.ts'
import { type EventSums, eventSumsSchema } from './event-sums.ts'

/** Checks which stories and issues exist (articles/published-pages.ts). */
export type PublishedPages = {
  hasStory(slug: string): Promise<boolean>
  hasIssue(slug: string): Promise<boolean>
}

export type EventMessage = {
  readonly body: unknown
  /** Counted from 1. */
  readonly attempts: number
  ack(): void
  retry(options: { readonly delaySeconds: number }): void
}

export type CountingDeps = {
  readonly statistics: StatisticsDatabase
  readonly publishedPages: PublishedPages
  readonly log: Log
}

/**
 * In seconds. With the 100 retries in wrangler.toml, an outage of up to 3.9 days loses nothing; the queue keeps
 * messages for 4.
 */
const retryDelay = 30
const maxRetryDelay = 3600

export async function handleEventMessages(
  deps: CountingDeps,
  messages: readonly EventMessage[],
): Promise<void> {
  const valid: [EventMessage, EventSums][] = []
  for (const message of messages) {
    const sums = eventSumsSchema.safeParse(message.body)
    if (sums.success) valid.push([message, sums.data])
    else {
      // A malformed message would fail again.
      deps.log('event_sums_malformed', {})
      message.ack()
    }
  }
  if (valid.length === 0) return
  try {
    const checked = await checkStories(
      deps.publishedPages,
      valid.map(([, sums]) => sums),
    )
    await countSums(deps.statistics, checked)
    for (const [message] of valid) message.ack()
  } catch (error) {
    // Logs only the name, because D1's message may quote the batch.
    const reason = getErrorName(error)
    deps.log('events_not_counted', { batches: valid.length, reason })
    for (const [message] of valid) {
      const delaySeconds = Math.min(retryDelay * 2 ** (message.attempts - 1), maxRetryDelay)
      message.retry({ delaySeconds })
    }
  }
}

/** Rejects statistics about unknown stories, and removes the names of unknown issues. */
async function checkStories(
  { hasStory, hasIssue }: PublishedPages,
  all: readonly EventSums[],
): Promise<EventSums[]> {
  const [stories, issues] = await Promise.all([
    findExisting(
      all.flatMap(({ figures }) => figures.map(({ slug }) => slug).filter((slug) => slug !== '')),
      hasStory,
    ),
    findExisting(
      all.flatMap(({ campaigns }) =>
        campaigns.filter(({ source }) => source === 'newsletter').map(({ campaign }) => campaign),
      ),
      hasIssue,
    ),
  ])
  return all.map((sums) => {
    const figures: EventSums['figures'] = []
    let unknown = 0
    for (const figure of sums.figures) {
      if (figure.slug === '' || stories.has(figure.slug)) figures.push(figure)
      // A checkout counts, whatever page its reader claims to come from.
      else if (figure.page !== 'article') figures.push({ ...figure, slug: '' })
      else unknown += Object.values(figure.counts).reduce((sum, count) => sum + count, 0)
    }
    const campaigns = sums.campaigns.filter(
      ({ source, campaign }) => source !== 'newsletter' || issues.has(campaign),
    )
    const rejections = unknown > 0 ? { ...sums.rejections, unknownStory: unknown } : sums.rejections
    return { ...sums, figures, campaigns, rejections }
  })
}

async function findExisting(
  slugs: readonly string[],
  exists: (slug: string) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(slugs)]
  const found = await Promise.all(distinct.map(exists))
  return new Set(distinct.filter((_, index) => found[index]))
}
