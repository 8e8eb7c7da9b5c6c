/**
 * What a feed holds, whatever it is written in: the newest stories with their public lead-in, never
 * more of the text. Its dates are its stories' and not the clock's, so that an unchanged feed keeps
 * its bytes.
 */
import { lastChanged, type PublishedArticle } from '../../domain/article.ts'
import { categories } from '../../domain/category.ts'
import { socialCardAddress } from '../../domain/picture-address.ts'
import { tags } from '../../domain/tag.ts'
import { site } from '../../site.ts'
import type { FeedLink } from './addresses.ts'
import { xml } from './xml.ts'

/** How many stories a feed of a kind holds at most. */
export const feedLengths = { all: 40, part: 20 } as const

export type FeedItem = {
  readonly url: string
  readonly title: string
  readonly dek: string
  /** HTML; every address in it is whole. */
  readonly content: string
  readonly publishedAt: Date
  readonly changedAt: Date
  readonly authors: readonly { readonly name: string; readonly url: string }[]
  /** Its category first, then its tags, as readers see them. */
  readonly subjects: readonly string[]
  readonly card: { readonly url: string; readonly alt: string; readonly credit: string }
}

export type Feed = {
  readonly title: string
  readonly description: string
  /** The page whose stories these are, and the feed itself. */
  readonly pageUrl: string
  readonly feedUrl: string
  readonly subjects: readonly string[]
  readonly items: readonly FeedItem[]
  /** When the newest story came, and when the last of all changed; null where there are none. */
  readonly publishedAt: Date | null
  readonly changedAt: Date | null
}

export type FeedStory = Pick<
  PublishedArticle,
  'title' | 'dek' | 'category' | 'tags' | 'image' | 'publishedAt' | 'corrections'
> & {
  readonly slug: string
  readonly authors: readonly { readonly slug: string; readonly name: string }[]
}

/** `stories` newest first; `leadInOf` answers the part that anybody may read, as HTML. */
export function createFeed<Item extends FeedStory>(
  link: FeedLink,
  page: {
    readonly path: string
    readonly description: string
    readonly subjects: readonly string[]
  },
  stories: readonly Item[],
  leadInOf: (story: Item) => string,
  origin: URL,
): Feed {
  const absolute = (path: string) => new URL(path, origin).href
  const items = stories.map((story): FeedItem => {
    const url = absolute(`/${story.slug}`)
    return {
      url,
      title: story.title,
      dek: story.dek,
      content:
        withWholeAddresses(leadInOf(story), url) +
        xml`<p><a href="${url}">Read on in ${site.name}</a></p>`.text,
      publishedAt: story.publishedAt,
      changedAt: lastChanged(story),
      authors: story.authors.map(({ slug, name }) => ({ name, url: absolute(`/author/${slug}`) })),
      subjects: [categories[story.category].name, ...story.tags.map((tag) => tags[tag])],
      card: {
        url: absolute(socialCardAddress(story.image.id)),
        alt: story.image.alt,
        credit: story.image.credit,
      },
    }
  })
  const changes = items.map(({ changedAt }) => changedAt.getTime())
  return {
    title: link.title,
    description: page.description,
    pageUrl: absolute(page.path),
    feedUrl: absolute(link.path),
    subjects: page.subjects,
    items,
    publishedAt: items[0]?.publishedAt ?? null,
    changedAt: items.length > 0 ? new Date(Math.max(...changes)) : null,
  }
}

/**
 * A feed is read elsewhere: addresses in it are whole, and a picture has the one size of its `src`.
 * Takes HTML of our own pipeline, whose attributes are quoted and whose text has no bare quote.
 */
export function withWholeAddresses(html: string, base: string): string {
  return html
    .replace(/ (?:srcset|sizes|loading|decoding)="[^"]*"/g, '')
    .replace(/ (href|src)="([^"]*)"/g, (_, name: string, address: string) => {
      // Only what is escaped in an address of ours has to be read before it is resolved.
      const whole = URL.parse(address.replaceAll('&amp;', '&'), base)?.href ?? ''
      return ` ${name}="${whole.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    })
}
