/** What somebody was looking for at an address where nothing is, as far as the address tells. */
import { type CategorySlug, categories } from './category.ts'
import { slugPattern } from './slug.ts'
import { type Tag, tags } from './tag.ts'

export type MissingPage =
  | { readonly kind: 'category' | 'tag' | 'author' | 'event' | 'draft' | 'story' | 'page' }
  /** A page of an archive that is shorter than that. */
  | { readonly kind: 'number'; readonly archive: string; readonly name: string }
  /** The same of an author's archive. The edge doesn't know the authors, so any slug may be one. */
  | { readonly kind: 'authorNumber'; readonly author: string }

/** Takes any path, decoded or not, and never throws. */
export function missingPage(pathname: string): MissingPage {
  const [first, second, ...others] = pathname.split('/').filter(Boolean)
  if (first === undefined) return { kind: 'page' }
  switch (first) {
    case 'latest':
      return { kind: 'number', archive: '/latest', name: 'Latest Stories' }
    case 'category':
      if (!isKeyOf(categories, second)) return { kind: 'category' }
      return {
        kind: 'number',
        archive: `/category/${second}`,
        name: categories[second as CategorySlug].name,
      }
    case 'tag':
      if (!isKeyOf(tags, second)) return { kind: 'tag' }
      return { kind: 'number', archive: `/tag/${second}`, name: tags[second as Tag] }
    case 'author': {
      // Who writes here is not known at the edge, so a single name is taken for an unknown one.
      if (!second || others.length === 0 || !slugPattern.test(second)) return { kind: 'author' }
      return { kind: 'authorNumber', author: second }
    }
    case 'events':
      return { kind: 'event' }
    case 'preview':
      return { kind: 'draft' }
  }
  return { kind: second === undefined ? 'story' : 'page' }
}

function isKeyOf(record: object, key: string | undefined): boolean {
  return key !== undefined && Object.hasOwn(record, key)
}
