import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import type { ImportedItem, ImportedPost } from '../items/imported-item.ts'
import { buildImportedPost } from '../items/testing/build-imported-post.ts'
import { surveySource } from './source-survey.ts'

const picture = { src: 'a.jpg', alt: 'A loom', caption: null, credit: null }
async function survey(posts: readonly Partial<ImportedPost>[]) {
  async function* read() {
    for (const post of posts)
      yield succeed<ImportedItem>({
        item: 'post',
        post: buildImportedPost({ image: picture, ...post }),
      })
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

  it('finds the published posts whose address is that of their slug', async () => {
    const about = { slug: 'about', formerAddresses: ['/about/'] }
    const { surveyedPosts } = await survey([
      about,
      { ...about, formerAddresses: ['/ur/about/'] },
      { ...about, status: 'draft' },
    ])
    expect(surveyedPosts.map(({ isAtSlug }) => isAtSlug)).toEqual([true, false, false])
  })
})
