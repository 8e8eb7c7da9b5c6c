/** The documents that editors write, and their public addresses. */
import { getIssuePath } from '../../domain/issue/issue.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'

/** The front page has no manuscript. */
export type EditableCollection = ManuscriptCollection | 'front'

export type DocumentRef = { readonly collection: EditableCollection; readonly slug: string }

/** Fields as they are stored: instants are Dates. */
export type DocumentFields = Record<string, unknown>

/** The document's fields with its text. A tag has no text. */
export const readFields = ({
  collection,
  fields,
  body,
}: {
  readonly collection: EditableCollection
  readonly fields: DocumentFields
  readonly body: string
}): DocumentFields => (collection === 'tags' && body === '' ? fields : { ...fields, body })

export function publicPath({ collection, slug }: DocumentRef): string {
  switch (collection) {
    case 'articles':
    case 'pages':
      return `/${slug}`
    case 'authors':
      return `/author/${slug}`
    case 'tags':
      return `/tag/${slug}`
    case 'events':
      return `/events/${slug}`
    case 'issues':
      return getIssuePath(slug)
    case 'front':
      return '/'
  }
}

/** Articles and pages share the same addresses. */
export function conflictingPath({ collection, slug }: DocumentRef): string | null {
  if (collection === 'articles') return `pages/${slug}`
  return collection === 'pages' ? `articles/${slug}` : null
}
