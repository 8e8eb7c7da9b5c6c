import type { ImportedImage } from '../../items/imported-item.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import { isVisibilityDate, isVisibilityField } from './visibility-fields.ts'

/** Reads a field; dots lead into nested objects. Ignores case, as Hugo does: `Draft: true` must not publish a draft. */
export function getField(data: unknown, ...names: string[]): unknown {
  for (const name of names) {
    let value: unknown = data
    for (const part of name.split('.')) {
      value = typeof value === 'object' && value !== null ? getMember(value, part) : undefined
    }
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

function getMember(object: object, name: string): unknown {
  const lowerCaseName = name.toLowerCase()
  const key = Object.hasOwn(object, name)
    ? name
    : Object.keys(object).find((each) => each.toLowerCase() === lowerCaseName)
  return key === undefined ? undefined : (object as Record<string, unknown>)[key]
}

export function toText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null
  return typeof value === 'number' ? String(value) : null
}

/** Reads a list or comma-separated words; objects are represented by their name. */
export function toList(value: unknown, splitsOnSpaces = false): string[] {
  if (typeof value === 'string') {
    return value
      .split(splitsOnSpaces ? /[\s,]+/ : ',')
      .map((part) => part.trim())
      .filter(Boolean)
  }
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items
    .map((item) => toText(item) ?? toText(getField(item ?? {}, 'name', 'title', 'slug', 'id')))
    .filter((item) => item !== null)
}

/** Reads a text or a list of texts. */
export const toStringList = (value: unknown): string[] => [value ?? []].flat().map(String)

/** Fields that may name the lead picture, in order of preference. */
const imageFieldNames =
  'heroImage cover image featured_image featuredImage featureimage feature_image header.image banner hero thumbnail images header.teaser img ogImage og_image socialImage social_image'.split(
    ' ',
  )

export function findImage(data: FrontMatter): ImportedImage | null {
  for (const name of imageFieldNames) {
    const given = getField(data, name)
    const value = Array.isArray(given) ? given[0] : given
    const object = typeof value === 'object' && value !== null ? (value as FrontMatter) : {}
    const src =
      toText(value) ?? toText(getField(object, 'src', 'url', 'image', 'path', 'file', 'relative'))
    if (!src) continue
    const siblingField = (word: string) =>
      toText(getField(data, ...[name, 'image'].flatMap((one) => [one + word, `${one}_${word}`])))
    return {
      src,
      alt: toText(getField(object, 'alt', 'description')) ?? siblingField('Alt'),
      caption: toText(getField(object, 'caption', 'title')) ?? siblingField('Caption'),
      credit: toText(getField(object, 'credit', 'attr', 'attribution')) ?? siblingField('Credit'),
    }
  }
  return null
}

/** Fields that are imported; the report lists the others. */
const knownFields = new Set(
  `title description summary excerpt subtitle dek lead abstract date pubDate publishDate publish_date
  published publishedAt published_at created lastmod updatedDate updated updatedAt modified
  last_modified_at modified_date draft status headless expiryDate unpublishDate author authors byline
  categories category tags tag slug permalink url aliases redirect_from layout type resources
  visibility access language lang locale taxonomies path render alias save_as ${imageFieldNames.join(' ')}`
    .toLowerCase()
    .split(/\s+/),
)

/** Words that begin prose rather than front matter. */
const proseWords = new Set('image images img cover banner hero type language'.split(' '))

/** Returns whether a line that begins with this name may belong to front matter. */
export const isKnownField = (name: string) =>
  isVisibilityField(name) ||
  (knownFields.has(name.toLowerCase()) && !proseWords.has(name.toLowerCase()))

export function listUnusedFields(data: FrontMatter): string[] {
  return Object.keys(data).filter(
    (name) =>
      !isVisibilityField(name) &&
      !isVisibilityDate(name) &&
      !knownFields.has(name.toLowerCase()) &&
      !knownFields.has(name.split('.')[0]!.toLowerCase()) &&
      // Fields of a picture, such as heroImageAlt and image_caption.
      !imageFieldNames.some((picture) => name.startsWith(picture)) &&
      !/^(?:image|header|cover)/.test(name),
  )
}
