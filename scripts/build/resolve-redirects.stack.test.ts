import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Write } from '../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../functions/platform/adapters/firestore-values.ts'
import { hashRedirectPath } from '../../src/domain/redirect.ts'
import { requestRebuild } from '../dev/stack/stack-client.ts'
import { client, commit, put, read, stack } from './testing/stack-documents.ts'

const slug = 'fathers-in-pencil'
const newSlug = 'fathers-in-ink'
let original: Fields
const createdRedirects = new Set<string>()

async function redirect(from: string, to: string | null): Promise<Write> {
  createdRedirects.add(from)
  return put(`redirects/${await hashRedirectPath(from)}`, { from, to })
}

async function request(path: string, method = 'GET') {
  const response = await fetch(stack.siteUrl + path, { method, redirect: 'manual' })
  await response.arrayBuffer()
  const location = response.headers.get('Location')
  return [
    response.status,
    location && new URL(location, stack.siteUrl).href.slice(stack.siteUrl.length),
  ]
}

beforeAll(async () => {
  original = await read(`articles/${slug}`)
})

afterAll(async () => {
  // Redirects are ended before they are deleted, because an incremental build misses deletions.
  await commit(...(await Promise.all([...createdRedirects].map((from) => redirect(from, null)))))
  await requestRebuild(stack)
  const keys = await Promise.all([...createdRedirects].map(hashRedirectPath))
  await commit(...keys.map((key) => ({ remove: `redirects/${key}` })))
})

describe('a redirect', () => {
  beforeAll(async () => {
    await commit(
      put(`articles/${newSlug}`, original),
      { remove: `articles/${slug}` },
      await redirect(`/${slug}`, `/${newSlug}`),
      await redirect('/2019/05/älter.html', `/${slug}#on-drawing`),
      await redirect('/category/cinema/page/2', '/category/film-and-tv'),
      await redirect('/latest', '/about'),
      await redirect('/api/user', '/about'),
    )
    await requestRebuild(stack)
  })

  it('is permanent, takes one step, and is found at any spelling', async () => {
    for (const path of [`/${slug}`, `/${slug}?source=x`, `/${slug.toUpperCase()}/`]) {
      expect([path, ...(await request(path))]).toEqual([path, 301, `/${newSlug}`])
    }
    for (const path of ['/2019/05/%C3%A4lter.html', '/2019/05/%c3%84lter.html?x=1']) {
      expect([path, ...(await request(path))]).toEqual([path, 301, `/${newSlug}`])
    }
    expect(await request('/category/cinema/page/2')).toEqual([301, '/category/film-and-tv'])
    expect(await request(`/${slug}`, 'HEAD')).toEqual([301, `/${newSlug}`])
    expect((await request(`/${slug}`, 'POST'))[0]).toBe(405)
    expect((await request('/category/cinema/page/3'))[0]).toBe(404)
  })

  it('replaces the old page, but never an existing page', async () => {
    const files = readdirSync(client, { recursive: true })
    expect(files).toContain(`${newSlug}.html`)
    expect(files.filter((file) => String(file).includes(slug))).toEqual([])
    // A small site has one file of redirects, which only the Worker reads.
    expect(readdirSync(join(client, 'moved'))).toEqual(['0'])
    expect((await request('/moved/0'))[0]).toBe(404)
    for (const path of [`/${newSlug}`, '/latest', '/about'])
      expect((await request(path))[0]).toBe(200)
    expect((await request('/api/user'))[0]).toBe(200)
  })
})

describe('a redirect that has ended', () => {
  beforeAll(async () => {
    await commit(
      put(`articles/${slug}`, original),
      { remove: `articles/${newSlug}` },
      await redirect(`/${newSlug}`, `/${slug}`),
      await redirect(`/${slug}`, null),
    )
    await requestRebuild(stack)
  })

  it('makes way for the article at its address', async () => {
    expect((await request(`/${slug}`))[0]).toBe(200)
    expect(await request(`/${newSlug}`)).toEqual([301, `/${slug}`])
    expect(await request('/2019/05/%C3%A4lter.html')).toEqual([301, `/${slug}#on-drawing`])
  })
})
