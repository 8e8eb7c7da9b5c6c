/**
 * Describes this visit's origin, as stored by the page script, for requests that may start a subscription or similar.
 * The description is empty for readers who aren't counted.
 */
import type { VisitInput } from '../contracts/endpoints/visit.ts'
import { isTrackingEnabled } from './analytics.ts'
import { attempt } from './attempt.ts'
import { canDescribeVisit, listCounted } from './visit-events.ts'

const wallEvents: readonly unknown[] = ['Paywall Viewed', 'Failed Payments Wall Viewed']

/** Returns fields to spread into a request. */
export function describeVisit(): { readonly visit?: NonNullable<VisitInput> } {
  if (!isTrackingEnabled || !canDescribeVisit()) return {}
  const entries = listCounted().map((entry): unknown => attempt(() => JSON.parse(entry)))
  const findLastSlug = (isWanted: (event: unknown) => boolean) => {
    const entry = entries.findLast((one) => Array.isArray(one) && isWanted(one[0]))
    return toText((entry as readonly [unknown, { readonly slug?: unknown }] | undefined)?.[1]?.slug)
  }
  const landing = entries.find(
    (entry): entry is Readonly<Record<string, unknown>> =>
      typeof entry === 'object' && entry !== null && 'path' in entry,
  )
  return {
    visit: {
      landing: landing?.path
        ? {
            path: toText(landing.path),
            search: toText(landing.search),
            referrer: toText(landing.referrer),
          }
        : null,
      lastArticle: findLastSlug((event) => event === 'Article Viewed'),
      wallArticle: findLastSlug((event) => wallEvents.includes(event)),
    },
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '')
