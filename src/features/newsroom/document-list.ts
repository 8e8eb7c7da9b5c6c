/** The texts of document lists, and the addresses that they link to. */
import type { DocumentState } from '../../contracts/endpoints/document-endpoints.ts'
import type { DocumentsQuery, ListedDocument } from '../../contracts/pages/desk-page.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { newsletter } from '../../publication/newsletter.ts'

export const collectionNames: Readonly<Record<ManuscriptCollection, string>> = {
  articles: 'Stories',
  pages: 'Pages',
  issues: newsletter.name,
  events: 'Events',
  authors: 'Authors',
  tags: 'Tags',
}

export const newNames: Readonly<Record<ManuscriptCollection, string>> = {
  articles: 'New story',
  pages: 'New page',
  issues: 'New issue',
  events: 'New event',
  authors: 'New author',
  tags: 'New tag',
}

/** The label of a document's first field. */
export const titleLabels: Readonly<Record<ManuscriptCollection, string>> = {
  articles: 'Headline',
  pages: 'Headline',
  issues: 'Subject',
  events: 'Headline',
  authors: 'Name',
  tags: 'Name',
}

export const stateNames: Readonly<Record<DocumentState | 'deleted', string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
  deleted: 'In the bin',
}

/** The tabs above the list. */
export const stateTabs: readonly (readonly [DocumentsQuery['state'], string])[] = [
  [undefined, 'All'],
  ['draft', 'Drafts'],
  ['submitted', 'Submitted'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
  ['withdrawn', 'Withdrawn'],
  ['deleted', 'Bin'],
]

/** Returns whether only stories can have the state. */
export const isOfStories = (state: DocumentsQuery['state']) =>
  state === 'scheduled' || state === 'published' || state === 'withdrawn'

/** Returns the path of a list: its first page, unless `after` is set. */
export function getStoriesPath({ collection, ...query }: Partial<DocumentsQuery>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value)
  if (collection !== undefined && collection !== 'articles')
    parameters.set('collection', collection)
  return `/desk/stories${parameters.size > 0 ? `?${parameters}` : ''}`
}

/** Returns the time that matters in the document's state. */
export function findTime({ state, publishedAt, updatedAt, draft }: ListedDocument): Date {
  switch (state) {
    case 'draft':
    case 'submitted':
      return new Date(draft?.savedAt ?? updatedAt)
    case 'scheduled':
      return new Date(draft?.publishAt ?? publishedAt ?? updatedAt)
    case 'published':
      return new Date(publishedAt ?? updatedAt)
    case 'withdrawn':
      return new Date(updatedAt)
  }
}

/** Describes who is working on the document; null if its state says enough. */
export function describeWork({ state, draft }: ListedDocument): string | null {
  // Drafts from an earlier version have no names.
  if (!draft?.savedBy.name) return null
  if (draft.deletedAt !== null) return `Last saved by ${draft.savedBy.name}`
  if (draft.editing) return `${draft.editing.name} is writing`
  if (state === 'draft' || state === 'submitted') return `Saved by ${draft.savedBy.name}`
  if (draft.publishAt !== null) return null
  if (draft.submitted) return `Changes submitted by ${draft.submitted.by.name}`
  return `Unpublished changes by ${draft.savedBy.name}`
}
