/** Lengths, addresses and types of feeds. Feed files have no extension, so their type must be declared. */

export const rssType = 'application/rss+xml'
export const jsonFeedType = 'application/feed+json'

/**
 * The number of stories in a feed: of the whole publication, and of a category or an author. The lists from which the
 * Worker renders feeds have at least as many.
 */
export const feedLengths = { full: 40, section: 20 } as const

export const storyFeedPath = '/feed'
export const storyJsonFeedPath = '/feed.json'
export const issueFeedPath = '/newsletter/feed'
export const getCategoryFeedPath = (slug: string) => `/category/${slug}/feed`
export const getAuthorFeedPath = (slug: string) => `/author/${slug}/feed`

const feedTypes: readonly (readonly [pattern: string, type: string])[] = [
  [storyFeedPath, rssType],
  [storyJsonFeedPath, jsonFeedType],
  [issueFeedPath, rssType],
  [getCategoryFeedPath(':slug'), rssType],
  [getAuthorFeedPath(':slug'), rssType],
]

/** Allows scripts on any site to read feeds. */
export function createFeedHeaderLines(): string[] {
  return feedTypes.flatMap(([pattern, type]) => [
    pattern,
    `  Content-Type: ${type}; charset=utf-8`,
    '  Access-Control-Allow-Origin: *',
    '',
  ])
}
