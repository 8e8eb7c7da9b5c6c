import { beforeEach, describe, expect, it } from 'vitest'
import { megabyte } from '../megabyte.ts'
import {
  buildSitePost,
  createSiteHarness,
  type FakeSite,
  refuse,
  sendJson,
} from './testing/fake-site.ts'

const { copy: copySite, readCopy, askedFor, getSite, intercept } = createSiteHarness()
let site: FakeSite
beforeEach(() => {
  site = getSite()
})
const copy = async (limits?: { maxTotalBytes?: number }) => (await copySite(limits)).failure

const readIds = async () =>
  (await readCopy()).posts.map(({ sourceId }) => Number(sourceId.replace(/^.*:/, '')))

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const buildPosts = (from: number, to: number) => numbers(from, to).map((id) => buildSitePost(id))

describe('the copy of a running site', () => {
  it.each([
    ['during the copy', false],
    ['before it was continued', true],
  ])('is reported as incomplete if posts were deleted %s', async (_, isInterrupted) => {
    site.items.posts = buildPosts(1, 120)
    let changes = 1
    site.intercept = ({ url = '' }, response) => {
      if (!url.includes('/posts') || !url.includes('&offset=98') || changes-- === 0) return false
      site.items.posts!.splice(9, 2)
      site.items.posts!.push(buildSitePost(121))
      return isInterrupted && refuse(response, 400)
    }
    if (isInterrupted) expect(await copy()).toBe('posts: answers with status 400')
    expect(await copy()).toBeNull()
    expect(await readIds()).toEqual([...numbers(1, 99), ...numbers(101, 121)])
    expect((await readCopy()).excluded[0]).toMatchObject({
      title: expect.stringMatching(/ posts$/),
      reason: 'the site changed while it was being copied: run the import again with --refresh',
    })
  })

  it('is continued after a temporary error in any collection', async () => {
    site.items.media = numbers(1, 150).map((id) => ({ id }))
    site.intercept = ({ url = '' }, response) =>
      url.includes('/media') && url.includes('&offset=99') && refuse(response, 502)
    expect(await copy()).toBe('media: answers with status 502')
    site.intercept = () => false
    expect(await copy()).toBeNull()
    expect((await readCopy()).excluded.map(({ title }) => title)).toEqual(['posts of type recipe'])
  })

  it('ends if the site repeats a page endlessly', async () => {
    site.sendsTotals = false
    intercept('/posts', (response) => sendJson(response, JSON.stringify(buildPosts(1, 50))))
    expect(await copy()).toBeNull()
    expect(await readIds()).toEqual(numbers(1, 50))
    expect((await readCopy()).excluded[0]).toMatchObject({
      title: '50 posts',
      reason: expect.stringMatching(/^the site keeps returning the same items/),
    })
  })

  it('ends if the site announces empty pages', async () => {
    intercept('/tags', (response) => sendJson(response, '[]', { 'X-WP-Total': '999999999' }))
    expect(await copy()).toBeNull()
    expect(askedFor('tags')).toHaveLength(1)
    expect((await readCopy()).excluded[0]!.title).toBe('0 of 999999999 tags')
  })

  it('fails if the site sends more items than requested', async () => {
    intercept('/posts', (response) => sendJson(response, JSON.stringify(buildPosts(1, 51))))
    expect(await copy()).toMatch(
      /^posts: answers with more items than requested\. Export the posts/,
    )
  })

  it('fails if an answer is too large, or all answers together are', async () => {
    intercept('/posts', (response) => sendJson(response, Buffer.alloc(20 * megabyte + 1, '[],')))
    expect(await copy()).toBe('posts: is larger than 20 MB')
    site.intercept = () => false
    site.asked = []
    expect(await copy({ maxTotalBytes: 100 })).toMatch(/wasn’t fetched: the limit is/)
    expect(site.asked).toHaveLength(1)
  })
})
