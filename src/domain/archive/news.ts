/** Google's limits for news sitemaps. */
const newsDays = 2
const newsLimit = 1000

export function selectNews<Story extends { readonly publishedAt: Date }>(
  newestFirst: readonly Story[],
  now: Date,
): Story[] {
  const since = now.getTime() - newsDays * 24 * 60 * 60 * 1000
  return newestFirst
    .filter(({ publishedAt }) => publishedAt.getTime() > since && publishedAt <= now)
    .slice(0, newsLimit)
}
