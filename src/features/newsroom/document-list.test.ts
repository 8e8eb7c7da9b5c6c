import { describe, expect, it } from 'vitest'
import type { ListedDocument } from '../../contracts/pages/desk-page.ts'
import { describeWork, findTime, getStoriesPath } from './document-list.ts'

const anusha = { uid: 'anusha', name: 'Anusha' }
const draft: NonNullable<ListedDocument['draft']> = {
  revision: 3,
  savedAt: '2026-11-30T09:00:00Z',
  savedBy: anusha,
  owner: anusha,
  editing: null,
  submitted: null,
  takenOver: null,
  publishAt: null,
  deletedAt: null,
}
const story: ListedDocument = {
  collection: 'articles',
  slug: 'rain',
  title: 'Rain',
  state: 'published',
  publishedAt: '2026-11-20T00:30:00Z',
  updatedAt: '2026-11-29T10:00:00Z',
  authors: [],
  category: null,
  editorsPick: false,
  needsAlt: false,
  draft: null,
}
const publishAt = '2026-12-01T00:30:00Z'

it.each<[string, Partial<ListedDocument>, string]>([
  ['when it was published', {}, '2026-11-20T00:30:00Z'],
  ['when it was saved', { state: 'draft', draft }, '2026-11-30T09:00:00Z'],
  ['when it was saved', { state: 'submitted', draft }, '2026-11-30T09:00:00Z'],
  ['when it will be published', { state: 'scheduled', publishedAt: publishAt }, publishAt],
  ['when its draft will be', { state: 'scheduled', draft: { ...draft, publishAt } }, publishAt],
  ['when it was withdrawn', { state: 'withdrawn' }, '2026-11-29T10:00:00Z'],
])('a document has the time %s: %j', (_, changes, time) =>
  expect(findTime({ ...story, ...changes })).toEqual(new Date(time)),
)

it.each<[string | null, Partial<ListedDocument>]>([
  [null, {}],
  ['Saved by Anusha', { state: 'draft', draft }],
  ['Unpublished changes by Anusha', { draft }],
  ['Anusha is writing', { draft: { ...draft, editing: anusha } }],
  [
    'Changes submitted by Anusha',
    { draft: { ...draft, submitted: { at: draft.savedAt, by: anusha, note: '' } } },
  ],
  [null, { state: 'scheduled', draft: { ...draft, publishAt } }],
  [null, { state: 'draft', draft: { ...draft, savedBy: { uid: '', name: '' } } }],
  ['Last saved by Anusha', { state: 'draft', draft: { ...draft, deletedAt: draft.savedAt } }],
])('the latest work on a document is described as “%s”: %j', (text, changes) =>
  expect(describeWork({ ...story, ...changes })).toBe(text),
)

describe('the address of a list', () => {
  it.each([
    [{}, '/desk/stories'],
    [{ collection: 'articles' as const, search: '' }, '/desk/stories'],
    [{ collection: 'tags' as const }, '/desk/stories?collection=tags'],
    [
      { search: 'tea & rain', state: 'draft' as const, after: undefined },
      '/desk/stories?search=tea+%26+rain&state=draft',
    ],
  ])('contains only the chosen options: %j', (query, path) =>
    expect(getStoriesPath(query)).toBe(path),
  )
})
