/** Lengths, addresses and types of feeds. Feed files have no extension, so their type has to be declared. */

export const rssType = 'application/rss+xml'
export const jsonFeedType = 'application/feed+json'

/**
 * Stories in a feed: of all, and of a category or an author. The lists from which the Worker renders feeds have as many
 * at least.
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

/** Scripts of any site may read feeds. */
export function createFeedHeaderLines(): string[] {
  return feedTypes.flatMap(([pattern, type]) => [
    pattern,
    `  Content-Type: ${type}; charset=utf-8`,
    '  Access-Control-Allow-Origin: *',
    '',
  ])
}
