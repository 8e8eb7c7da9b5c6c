/** Every feed's content: public free previews only. Dates are those of stories, so an unchanged feed is identical. */
import { makeAddressesAbsolute } from '../../content/absolute-addresses.ts'
import { describeStory } from '../../content/excerpt.ts'
import { getLastChangedAt, type PublishedArticle } from '../../domain/article.ts'
import { findCategory } from '../../domain/category.ts'
import { getIdentifier, type Identified } from '../../domain/identifier.ts'
import { getSocialCardPath } from '../../domain/image/image-path.ts'
import {
  formatLanguageAttributes,
  getLanguageAttributes,
  getStoryLanguage,
} from '../../domain/text-language.ts'
import { site } from '../../publication/identity.ts'
import type { FeedLink } from './syndication-paths.ts'
import { xml } from './xml.ts'

export type FeedItem = {
  /** An address that may differ from the item's: see domain/identifier.ts. */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly dek: string
  readonly language?: string | undefined
  /** HTML with absolute URLs. */
  readonly content: string
  readonly publishedAt: Date
  readonly changedAt: Date
  readonly authors: readonly { readonly name: string; readonly url: string }[]
  readonly subjects: readonly string[]
  readonly card: { readonly url: string; readonly alt: string; readonly credit: string }
}

export type Feed = {
  readonly title: string
  readonly description: string
  readonly pageUrl: string
  readonly feedUrl: string
  readonly subjects: readonly string[]
  readonly items: readonly FeedItem[]
  /** The times when the newest story was published and when any story was last changed; null without stories. */
  readonly publishedAt: Date | null
  readonly changedAt: Date | null
}

export type FeedStory = Pick<
  PublishedArticle,
  'title' | 'dek' | 'language' | 'category' | 'image' | 'publishedAt' | 'corrections'
> &
  Identified & {
    readonly tags: readonly { readonly name: string }[]
    readonly authors: readonly { readonly slug: string; readonly name: string }[]
  }

/** `stories` are newest first; `readFreePreview` returns the public part as HTML. */
export function createFeed<Item extends FeedStory>(
  link: FeedLink,
  page: {
    readonly path: string
    readonly description: string
    readonly subjects: readonly string[]
  },
  stories: readonly Item[],
  readFreePreview: (story: Item) => string,
  origin: URL,
): Feed {
  const toAbsolute = (path: string) => new URL(path, origin).href
  const items = stories.map((story): FeedItem => {
    const url = toAbsolute(`/${story.slug}`)
    const freePreview = readFreePreview(story)
    return {
      id: toAbsolute(`/${getIdentifier(story)}`),
      url,
      title: story.title,
      dek: describeStory(story, freePreview),
      language: story.language,
      content:
        wrapInLanguage(makeAddressesAbsolute(freePreview, url), story) +
        xml`<p><a href="${url}">Continue reading in ${site.name}</a></p>`.text,
      publishedAt: story.publishedAt,
      changedAt: getLastChangedAt(story),
      authors: story.authors.map(({ slug, name }) => ({
        name,
        url: toAbsolute(`/author/${slug}`),
      })),
      subjects: [findCategory(story.category), ...story.tags].flatMap((each) => each?.name ?? []),
      card: {
        url: toAbsolute(getSocialCardPath(story.image)),
        alt: story.image.alt,
        credit: story.image.credit,
      },
    }
  })
  const changes = items.map(({ changedAt }) => changedAt.getTime())
  return {
    title: link.title,
    description: page.description,
    pageUrl: toAbsolute(page.path),
    feedUrl: toAbsolute(link.path),
    subjects: page.subjects,
    items,
    publishedAt: items[0]?.publishedAt ?? null,
    changedAt: items.length > 0 ? new Date(Math.max(...changes)) : null,
  }
}

/** The language is stated, because a feed reader shows the text on a separate page. */
function wrapInLanguage(html: string, story: Pick<FeedStory, 'language'>): string {
  const attributes = formatLanguageAttributes(getLanguageAttributes(getStoryLanguage(story)))
  return attributes ? `<div${attributes}>${html}</div>` : html
}
