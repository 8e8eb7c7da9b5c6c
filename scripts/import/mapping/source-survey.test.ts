import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import type { ImportedItem, ImportedPost } from '../items/imported-item.ts'
import { surveySource } from './source-survey.ts'

const picture = { src: 'a.jpg', alt: 'A loom', caption: null, credit: null }
const buildPost = (changes: Partial<ImportedPost>): ImportedPost => ({
  ...{ kind: 'article', sourceId: 'ghost:1', slug: 'a', title: 'A', dek: null, body: '' },
  ...{ image: picture, authors: [], categories: [], tags: [], status: 'published' },
  ...{ visibility: null, publishedAt: null, updatedAt: null, formerAddresses: [], notes: [] },
  ...changes,
})

async function survey(posts: readonly Partial<ImportedPost>[]) {
  async function* read() {
    for (const post of posts) yield succeed<ImportedItem>({ item: 'post', post: buildPost(post) })
  }
  const surveyed = await surveySource(read())
  if (!surveyed.ok) throw new Error(surveyed.failure.reason)
  return surveyed.value
}

describe('surveySource', () => {
  it('counts pictures without a description, in articles and pages', async () => {
    const body = [
      '::figure{src="b.jpg" alt="A vat"}',
      '::figure{src="c.jpg" alt="" caption="Said"}',
      '> ::figure{src="d.jpg"}',
    ].join('\n\n')
    const { undescribedPictures, without } = await survey([
      { body },
      { kind: 'page', body },
      { image: { ...picture, alt: null } },
      { image: null, body: '::figure{src="c.jpg" alt=""}' },
      { image: null },
    ])
    expect(undescribedPictures).toBe(6)
    expect(without.image).toBe(1)
  })
})
