import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestRebuild } from '../../scripts/dev/stack/stack-client.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { takePolicy } from '../testing/built-page.ts'
import { changePoll } from '../testing/change-poll.ts'
import { createEdgeClient, findArticle, stack } from '../testing/edge-client.ts'
import { commitWrites, readFields } from '../testing/test-readers.ts'

const pinned = findArticle('members').slug
const slug = 'newer-than-what-is-pinned'
let template: Fields
let front: Fields

const put = (path: string, fields: Fields) =>
  commitWrites([{ set: path, fields, serverTimes: ['updatedAt'] }])

const readText = async () => {
  const page = await createEdgeClient().request(`/category/${template.category}`)
  return takePolicy(await page.text()).html
}
const readFirst = async () =>
  /class="headline"[^>]*>\s*<a href="\/([^"]+)"/.exec(await readText())?.[1]

beforeAll(async () => {
  template = (await readFields(`articles/${pinned}`))!
  front = (await readFields('front/home'))!
  await put(`articles/${slug}`, { ...template, title: 'Newer', publishedAt: new Date() })
})
afterAll(async () => {
  await put('front/home', front)
  await put(`articles/${slug}`, { ...template, status: 'withdrawn' })
  await requestRebuild(stack)
})

it('a story that is pinned in its category comes first, before and after a build, until its time', async () => {
  const category = String(template.category)
  const pin = (until: Date) =>
    put('front/home', { ...front, categoryPins: [{ category, slug: pinned, until }] })
  await expect.poll(readFirst, changePoll).toBe(slug)
  await pin(new Date(Date.now() + 3_600_000))
  await expect.poll(readFirst, changePoll).toBe(pinned)
  const shown = await readText()
  await requestRebuild(stack)
  expect(await readText()).toBe(shown)

  const soon = new Date(Date.now() + 10_000)
  await pin(soon)
  await requestRebuild(stack)
  await expect.poll(readFirst, changePoll).toBe(slug)
  expect(Date.now()).toBeGreaterThan(soon.getTime())
})
