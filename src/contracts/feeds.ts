/** Where the feeds stand and what they are. Files without an ending, so their type has to be said. */

export const rssType = 'application/rss+xml'
export const jsonFeedType = 'application/feed+json'

export const storyFeedPath = '/feed'
export const storyJsonFeedPath = '/feed.json'
export const categoryFeedPath = (slug: string) => `/category/${slug}/feed`
export const authorFeedPath = (slug: string) => `/author/${slug}/feed`

/** The header rules that a feed needs, by the pattern of its address. */
const types: readonly (readonly [pattern: string, type: string])[] = [
  [storyFeedPath, rssType],
  [storyJsonFeedPath, jsonFeedType],
  [categoryFeedPath(':slug'), rssType],
  [authorFeedPath(':slug'), rssType],
]

/** Lines of a `_headers` file. Feeds may be read by scripts of any site: they are for passing on. */
export function feedHeaderLines(): string[] {
  return types.flatMap(([pattern, type]) => [
    pattern,
    `  Content-Type: ${type}; charset=utf-8`,
    '  Access-Control-Allow-Origin: *',
    '',
  ])
}
