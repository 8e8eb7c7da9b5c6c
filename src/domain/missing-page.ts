import { categories } from '../publication/sections.ts'
import type { CategorySlug } from './category.ts'
import { slugPattern } from './slug.ts'
import type { Tag } from './tag.ts'

export type MissingPage =
  | {
      readonly kind:
        | 'category'
        | 'tag'
        | 'author'
        | 'event'
        | 'draft'
        | 'story'
        | 'page'
        | 'profile'
    }
  | { readonly kind: 'number'; readonly archive: string; readonly name: string }
  /** The Worker has no list of the authors, so any slug may be an author's. */
  | { readonly kind: 'authorNumber'; readonly author: string }

/** Accepts any path, decoded or not, and never throws. */
export function parseMissingPage(pathname: string, tags: readonly Tag[]): MissingPage {
  const [section, slug, ...others] = pathname.split('/').filter(Boolean)
  if (section === undefined) return { kind: 'page' }
  switch (section) {
    case 'latest':
      return { kind: 'number', archive: '/latest', name: 'Latest Stories' }
    case 'category':
      if (!isKeyOf(categories, slug)) return { kind: 'category' }
      return {
        kind: 'number',
        archive: `/category/${slug}`,
        name: categories[slug as CategorySlug].name,
      }
    case 'tag': {
      const tag = tags.find((known) => known.slug === slug)
      return tag ? { kind: 'number', archive: `/tag/${tag.slug}`, name: tag.name } : { kind: 'tag' }
    }
    case 'author': {
      if (!slug || others.length === 0 || !slugPattern.test(slug)) return { kind: 'author' }
      return { kind: 'authorNumber', author: slug }
    }
    case 'events':
      return { kind: 'event' }
    case 'reader':
      return { kind: 'profile' }
    case 'preview':
      return { kind: 'draft' }
  }
  return { kind: slug === undefined ? 'story' : 'page' }
}

function isKeyOf(record: object, key: string | undefined): boolean {
  return key !== undefined && Object.hasOwn(record, key)
}
