/** What front matter says of a post, under whichever of the usual names it says it. */
import type { ImportedPicture } from '../../import/imported.ts'
import type { FrontMatter } from './front-matter.ts'

/**
 * The first of several names that has a value; a dot leads into an object. Hugo knows no difference
 * between upper and lower case in them, and what it keeps back must not come out by a capital.
 */
export function fieldOf(data: FrontMatter, ...names: string[]): unknown {
  for (const name of names) {
    let value: unknown = data
    for (const part of name.split('.')) {
      value = typeof value === 'object' && value !== null ? memberOf(value, part) : undefined
    }
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

function memberOf(object: object, name: string): unknown {
  const wanted = name.toLowerCase()
  const key = Object.hasOwn(object, name)
    ? name
    : Object.keys(object).find((each) => each.toLowerCase() === wanted)
  return key === undefined ? undefined : (object as Record<string, unknown>)[key]
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null
  return typeof value === 'number' ? String(value) : null
}

/** A list, or words with commas between them. Objects count by their name. */
export function listOf(value: unknown, isSpaced = false): string[] {
  if (typeof value === 'string') {
    return value
      .split(isSpaced ? /[\s,]+/ : ',')
      .map((part) => part.trim())
      .filter(Boolean)
  }
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items
    .map((item) => textOf(item) ?? textOf(fieldOf(item ?? {}, 'name', 'title', 'slug', 'id')))
    .filter((item) => item !== null)
}

const pictureNames = [
  'heroImage',
  'cover',
  'image',
  'featured_image',
  'featuredImage',
  'featureimage',
  'feature_image',
  'header.image',
  'banner',
  'hero',
  'thumbnail',
  'images',
  'header.teaser',
  'img',
  'ogImage',
  'og_image',
]

/** The picture over a post. */
export function pictureOf(data: FrontMatter): ImportedPicture | null {
  for (const name of pictureNames) {
    const given = fieldOf(data, name)
    const value = Array.isArray(given) ? given[0] : given
    const object = typeof value === 'object' && value !== null ? (value as FrontMatter) : {}
    const src =
      textOf(value) ?? textOf(fieldOf(object, 'src', 'url', 'image', 'path', 'file', 'relative'))
    if (!src) continue
    const beside = (word: string) =>
      textOf(
        fieldOf(
          data,
          `${name}${word}`,
          `${name}_${word.toLowerCase()}`,
          `image${word}`,
          `image_${word.toLowerCase()}`,
        ),
      )
    return {
      src,
      alt: textOf(fieldOf(object, 'alt', 'description')) ?? beside('Alt'),
      caption: textOf(fieldOf(object, 'caption', 'title')) ?? beside('Caption'),
      credit: textOf(fieldOf(object, 'credit', 'attr', 'attribution')) ?? beside('Credit'),
    }
  }
  return null
}

/** Names that readers of front matter here understand; any other is said to be left behind. */
const understood = new Set(
  `title description summary excerpt subtitle dek lead abstract date pubDate publishDate publish_date
  published publishedAt published_at created lastmod updatedDate updated updatedAt modified
  last_modified_at modified_date draft status headless expiryDate unpublishDate author authors byline
  categories category tags tag slug permalink url aliases redirect_from layout type resources
  visibility access ${pictureNames.join(' ')}`
    .toLowerCase()
    .split(/\s+/),
)

export function unusedFields(data: FrontMatter): string[] {
  return Object.keys(data).filter(
    (name) =>
      !understood.has(name.toLowerCase()) &&
      !understood.has(name.split('.')[0]!.toLowerCase()) &&
      // Beside a picture: heroImageAlt, image_caption.
      !pictureNames.some((picture) => name.startsWith(picture)) &&
      !/^(?:image|header|cover)/.test(name),
  )
}
