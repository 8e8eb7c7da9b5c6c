import { expect } from 'vitest'
import { validateDocument } from '../../../../src/content/manuscript/validate-document.ts'
import { fail, succeed } from '../../../../src/domain/result.ts'
import type { ImportedPost } from '../../items/imported-item.ts'
import { formatNote } from '../../items/note.ts'
import { buildImportedPost } from '../../items/testing/build-imported-post.ts'
import { type Mapping, mappingSchema } from '../../mapping/mapping.ts'
import { type ConvertedPost, convertPost } from '../convert-post.ts'

const now = new Date('2026-01-01T00:00:00Z')
export const generateWords = (count: number) =>
  Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
export const long = `${generateWords(90)}.\n\nThe rest.`
export const cover = { src: 'cover.jpg', alt: 'A cover', caption: null, credit: null }

export const post = buildImportedPost({
  dek: 'A dek.',
  body: long,
  image: cover,
  authors: ['jane'],
  categories: ['News'],
  publishedAt: new Date('2020-01-01T00:00:00Z'),
})

const buildMapping = (changes: object = {}): Mapping =>
  mappingSchema.parse({
    timeZone: 'UTC',
    access: 'metered',
    shortPosts: 'draft',
    credit: 'Archive',
    categories: { News: 'politics', Eat: 'food', Misc: 'drop' },
    otherCategory: 'culture',
    tags: { india: 'india', Bharat: 'india', cats: 'drop' },
    ...changes,
  })

const images = {
  load: async (src: string) =>
    src === 'gone.jpg'
      ? fail({ reason: 'answers with status 503', isTemporary: true })
      : succeed({ id: `${src.replace('.jpg', '')}-0123456789abcdef`, width: 3, height: 2 }),
  loadRecording: async (src: string) =>
    succeed({ id: `${src.replace('.mp3', '')}-0123456789abcdef` }),
}
export const fallbackImage = {
  id: 'cloth-0123456789abcdef',
  alt: 'Cloth',
  credit: 'Studio',
  width: 3,
  height: 2,
}

const emptyPost: ConvertedPost = {
  fields: {},
  images: new Map(),
  notes: [],
  missingImageCount: 0,
}

export const buildContext = (mapping: object = {}) => ({
  mapping: buildMapping(mapping),
  images,
  authorSlug: (key: string) => (key === 'jane' ? 'jane-doe' : null),
  fallbackImage: null,
  now,
})

export async function convert(
  changes: Partial<ImportedPost>,
  mapping: object = {},
  others: object = {},
) {
  const context = { ...buildContext(mapping), ...others }
  const converted = await convertPost({ ...post, ...changes }, context)
  if (!converted.ok)
    return {
      ...emptyPost,
      notes: [] as string[],
      reason: converted.failure.map(formatNote).join('; '),
    }
  const collection = changes.kind === 'page' ? 'pages' : 'articles'
  // The build must accept the document.
  expect(validateDocument(collection, 'one', converted.value.fields).problems).toEqual([])
  return { reason: '', ...converted.value, notes: converted.value.notes.map(formatNote) }
}

export const figureWithCaption = {
  body: `::figure{src="a.jpg" alt="A" caption="A ferry in the mist"}\n\nThe river was low.\n\n${long}`,
}
export const figure = (src: string, alt = 'A figure') => `::figure{src="${src}" alt="${alt}"}`
