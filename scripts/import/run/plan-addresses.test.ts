import { describe, expect, it } from 'vitest'
import { createSourceKeys } from '../mapping/source-key.ts'
import type { SurveyedPost } from '../mapping/source-survey.ts'
import { type AddressAnswers, planAddresses } from './plan-addresses.ts'
import type { IndexedDocument, PublicationIndex } from './publication-index.ts'

const day = new Date('2019-03-14T05:00:00Z')
const otherDay = new Date('2020-01-01T00:00:00Z')
const keys = createSourceKeys('wordpress', 'ferry.example')

const buildPost = (id: number, slug: string, fields: Partial<SurveyedPost> = {}): SurveyedPost => ({
  sourceId: `wordpress:${id}`,
  kind: 'article',
  slug,
  title: slug,
  publishedAt: day,
  updatedAt: null,
  ...fields,
})

/** Articles by slug: the key and the date. */
function buildIndex(
  articles: Record<string, readonly [string | null, Date | null]>,
): PublicationIndex {
  const documents = new Map(
    Object.entries(articles).map(([slug, [importedFrom, date]]): [string, IndexedDocument] => [
      slug,
      { collection: 'articles', importedFrom, date },
    ]),
  )
  return {
    documents,
    refsBySourceId: new Map(
      Object.entries(articles).flatMap(([slug, [key]]) =>
        key === null ? [] : [[key, { collection: 'articles' as const, slug }]],
      ),
    ),
    takenSlugs: new Set(documents.keys()),
    authors: new Map(),
    tags: new Map(),
    redirects: new Map(),
    redirectSources: new Map(),
  }
}

function plan(
  posts: readonly SurveyedPost[],
  index: PublicationIndex,
  answers: Partial<AddressAnswers> = {},
) {
  const { refs, skipped, questions } = planAddresses({
    posts,
    keys,
    index,
    answers: { addresses: new Map(), otherAddresses: null, ...answers },
    siteName: 'ferry',
  })
  return {
    slugs: posts.map(({ sourceId }) => refs.get(sourceId)?.slug ?? null),
    skipped: [...skipped],
    questions: questions.map(({ slug, importedFrom }) => [slug, importedFrom]),
  }
}

describe('the address of an imported post', () => {
  it('is its document’s address, otherwise its own slug', () => {
    const index = buildIndex({ renamed: ['wordpress:ferry.example#1', otherDay] })
    expect(plan([buildPost(1, 'water'), buildPost(2, 'mud')], index)).toEqual({
      slugs: ['renamed', 'mud'],
      skipped: [],
      questions: [],
    })
  })

  it('is never the address of another site’s document with the same id', () => {
    const index = buildIndex({ water: ['wordpress:other.example#1', day] })
    expect(plan([buildPost(1, 'mud')], index)).toMatchObject({ slugs: ['mud'], questions: [] })
  })

  it('needs an answer if another source or the desk uses the same address', () => {
    const index = buildIndex({
      water: ['wordpress:other.example#1', day],
      mud: [null, day],
      boats: ['wordpress:ferry.example#7', day],
    })
    const posts = [buildPost(1, 'water'), buildPost(2, 'mud'), buildPost(3, 'boats')]
    expect(plan(posts, index).questions).toEqual([
      ['water', 'wordpress:other.example#1'],
      ['mud', null],
    ])
    const answered = plan(posts, index, { otherAddresses: 'new' })
    expect(answered).toEqual({
      slugs: ['water-2019', 'mud-2019', 'boats-2019'],
      skipped: [],
      questions: [],
    })
    expect(plan(posts, index, { otherAddresses: 'skip' }).skipped).toEqual([
      'wordpress:1',
      'wordpress:2',
    ])
    const single = {
      addresses: new Map([['mud', 'same' as const]]),
      otherAddresses: 'new' as const,
    }
    expect(plan(posts, index, single).slugs).toEqual(['water-2019', 'mud', 'boats-2019'])
  })

  it('is matched to an existing document by one answer for all posts, but only where the dates match', () => {
    const index = buildIndex({ water: ['ghost:old.example#a', day], mud: [null, otherDay] })
    const posts = [buildPost(1, 'water'), buildPost(2, 'mud'), buildPost(3, 'water')]
    const answered = plan(posts, index, { otherAddresses: 'same' })
    expect(answered.slugs).toEqual(['water', 'mud-2019', 'water-2019'])
  })

  it('is never used for a second post', () => {
    const index = buildIndex({ water: ['wordpress:ferry.example#1', day] })
    expect(plan([buildPost(1, 'water'), buildPost(2, 'water')], index)).toMatchObject({
      slugs: ['water', 'water-2019'],
      questions: [],
    })
  })
})
