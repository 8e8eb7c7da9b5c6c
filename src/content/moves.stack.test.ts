/** Addresses that have moved: from the database through the build to the edge's answer. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Write } from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { rebuild, runningStack } from '../../scripts/local/running-stack.ts'
import { connectFirestore } from '../../scripts/site/firestore.ts'
import { redirectKey } from '../domain/redirect.ts'

const stack = runningStack()
const firestore = connectFirestore(stack.buildEnvironment)
const client = join(stack.buildEnvironment.BUILD_OUTPUT, 'client')
const slug = 'fathers-in-pencil'
const newSlug = 'fathers-in-ink'
let original: Fields
const froms = new Set<string>()

async function commit(...writes: Write[]) {
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}

const put = (set: string, fields: Fields): Write => ({ set, fields, serverTimes: ['updatedAt'] })

async function redirect(from: string, to: string | null): Promise<Write> {
  froms.add(from)
  return put(`redirects/${await redirectKey(from)}`, { from, to })
}

async function answer(path: string, method = 'GET') {
  const response = await fetch(stack.siteUrl + path, { method, redirect: 'manual' })
  await response.arrayBuffer()
  const location = response.headers.get('Location')
  return [
    response.status,
    location && new URL(location, stack.siteUrl).href.slice(stack.siteUrl.length),
  ]
}

beforeAll(async () => {
  const stored = await firestore.get(`articles/${slug}`)
  if (!stored.ok || !stored.value) throw new Error('no sample')
  original = stored.value.fields
})

afterAll(async () => {
  // Ended first and removed then: a build of what has changed sees no removal.
  await commit(
    put(`articles/${slug}`, original),
    { remove: `articles/${newSlug}` },
    ...(await Promise.all([...froms].map((from) => redirect(from, null)))),
    await redirect(`/${newSlug}`, `/${slug}`),
  )
  await rebuild(stack)
  await commit(await redirect(`/${newSlug}`, null))
  await rebuild(stack)
  await commit(
    ...(await Promise.all(
      [...froms].map(async (from) => ({ remove: `redirects/${await redirectKey(from)}` })),
    )),
  )
})

describe('an address that has moved', () => {
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
    await rebuild(stack)
  })

  it('leads on for ever, in one step, at any depth and in any writing', async () => {
    for (const path of [`/${slug}`, `/${slug}?source=x`, `/${slug.toUpperCase()}/`]) {
      expect([path, ...(await answer(path))]).toEqual([path, 301, `/${newSlug}`])
    }
    for (const path of ['/2019/05/%C3%A4lter.html', '/2019/05/%c3%84lter.html?x=1']) {
      expect([path, ...(await answer(path))]).toEqual([path, 301, `/${newSlug}`])
    }
    expect(await answer('/category/cinema/page/2')).toEqual([301, '/category/film-and-tv'])
    expect(await answer(`/${slug}`, 'HEAD')).toEqual([301, `/${newSlug}`])
    expect((await answer(`/${slug}`, 'POST'))[0]).toBe(405)
    expect((await answer('/category/cinema/page/3'))[0]).toBe(404)
  })

  it('is no page of the site any more, and takes nothing from those that are', async () => {
    const files = readdirSync(client, { recursive: true })
    expect(files).toContain(`${newSlug}.html`)
    expect(files.filter((file) => String(file).includes(slug))).toEqual([])
    // A small site has them in one file, which is for the edge alone.
    expect(readdirSync(join(client, 'moved'))).toEqual(['0'])
    expect((await answer('/moved/0'))[0]).toBe(404)
    for (const path of [`/${newSlug}`, '/latest', '/about'])
      expect((await answer(path))[0]).toBe(200)
    expect((await answer('/api/user'))[0]).toBe(200)
  })

  it('stops the build where it goes in a circle, and the site that was live stays live', async () => {
    await commit(await redirect('/here', '/there'), await redirect('/there', '/Here/'))
    await expect(rebuild(stack)).rejects.toThrow(
      /\/here → \/there → \/here|\/there → \/here → \/there/,
    )
    expect((await answer(`/${slug}`))[0]).toBe(301)
    expect((await answer('/'))[0]).toBe(200)
    await commit(await redirect('/there', null))
    await rebuild(stack)
    expect(await answer('/here')).toEqual([301, '/there'])
  })

  it('is an article’s again when that is written there', async () => {
    await commit(
      put(`articles/${slug}`, original),
      { remove: `articles/${newSlug}` },
      await redirect(`/${newSlug}`, `/${slug}`),
      await redirect(`/${slug}`, null),
    )
    await rebuild(stack)
    expect((await answer(`/${slug}`))[0]).toBe(200)
    expect(await answer(`/${newSlug}`)).toEqual([301, `/${slug}`])
    expect(await answer('/2019/05/%C3%A4lter.html')).toEqual([301, `/${slug}#on-drawing`])
  })
})
