/** Dead links in stories, to addresses of this site. The desk lists them. */
import type { ContentCopy } from '../../src/content/content-copy.ts'
import type { DeadLink } from '../../src/contracts/site-files/build-timestamp.ts'
import { decodePercentEncoding } from '../../src/domain/percent-encoding.ts'
import { reservedSlugs } from '../../src/domain/slug.ts'

/** The maximum number of listed links. */
const maxListed = 100

/** Folders whose pages are all known. Other reserved addresses may be the Worker's. */
const folders = ['author', 'category', 'events', 'tag']

const linkPattern = / href="(\/(?!\/)[^"#?]*)/g

/** Lists the links to this site. `html` must be from our own pipeline. */
export const listSiteLinks = (html: string): string[] => [
  ...new Set([...html.matchAll(linkPattern)].map(([, path]) => decodePercentEncoding(path!))),
]

export function listDeadLinks(
  { articles, redirects }: Pick<ContentCopy, 'articles' | 'redirects'>,
  isPage: (path: string) => boolean,
): DeadLink[] {
  const redirected = new Set([...redirects.values()].map(({ from }) => from))
  const isDead = (path: string) => {
    const [, first = ''] = path.split('/')
    const isKnown = !reservedSlugs.has(first) || folders.includes(first)
    return isKnown && !isPage(path) && !redirected.has(path)
  }
  const dead: DeadLink[] = []
  for (const { slug, title, links } of articles.values()) {
    for (const link of links) if (isDead(link)) dead.push({ slug, title, link })
    if (dead.length >= maxListed) break
  }
  return dead
}
