/** Readers' records of a story after the desk has renamed it. */
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { minute } from '../../src/domain/duration.ts'
import type { Browser, MeterHarness } from '../paywall/testing/meter-harness.ts'
import {
  addFriend,
  openMeterHarness,
  openNewGuest,
  openReader,
  readWays,
} from '../paywall/testing/meter-scenario.ts'
import { createStory } from '../testing/reader-harness.ts'
import { buildRedirects, renameStory } from '../testing/rename-story.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
  await harness.store({
    'articles/one': createStory('one', harness.now),
    'authors/mira-bai': { name: 'Mira Bai' },
  })
})

const rename = (from: string, to: string) => renameStory(harness.database.firestore, from, to)

async function build() {
  await buildRedirects(harness.database.firestore, harness.worker.assets)
  // Isolates request changes again after a minute.
  harness.advance(minute)
}

const rate = (browser: Browser, slug: string, rating: number) =>
  browser.send('PUT', `/api/ratings/${slug}`, { rating })
const readSlugs = async (browser: Browser, path: string, field: string) =>
  ((await browser.send('GET', path)).body[field] as { slug: string }[]).map(({ slug }) => slug)

describe.each([
  ['a guest', openNewGuest],
  ['a reader', openReader],
] as const)('%s', (_, open) => {
  it('keeps a story that is renamed twice, counted once, before the next build and after it', async () => {
    const browser = await open(harness)
    await browser.unlock('one')
    const { ways } = (await browser.wall('three')).body
    await rename('one', 'second')
    harness.advance(minute)
    expect(await readWays(browser, 'second')).toBe('open')
    expect((await browser.unlock('second')).body).toMatchObject({ state: 'open' })
    expect((await browser.wall('three')).body.ways).toEqual(ways)
    await build()
    await rename('second', 'third')
    await build()
    expect(await readWays(browser, 'third')).toBe('open')
    harness.worker.bodyCache.set('third', new Uint8Array(gzipSync('The rest.')))
    for (const slug of ['one', 'third']) {
      const body = await browser.send('GET', `/api/articles/${slug}/body`)
      expect(body).toEqual({ status: 200, body: { text: 'The rest.' } })
    }
    expect((await browser.wall('three')).body.ways).toEqual(ways)
  })
})

it('a renamed story can be read by a guest through a friend’s link', async () => {
  const browser = await openNewGuest(harness)
  const code = await addFriend(harness)
  await browser.send('GET', `/r/${code}?to=/one`)
  await rename('one', 'second')
  await build()
  expect(await readWays(browser, 'second')).toContain('referred')
})

describe('a reader’s records of a renamed story', () => {
  let reader: Browser
  beforeEach(async () => {
    reader = await openReader(harness)
    await reader.unlock('one')
    await reader.send('PATCH', '/api/preferences', { isHistoryEnabled: true })
  })

  it('contain one rating, which is found by the story’s identifier', async () => {
    await rate(reader, 'one', 4)
    await rename('one', 'second')
    await build()
    // The page was loaded before the story was renamed.
    expect((await rate(reader, 'one', 5)).status).toBe(200)
    await rename('second', 'third')
    await build()
    expect((await reader.send('GET', '/api/ratings/one')).body).toEqual({ rating: 5 })
    expect((await rate(reader, 'third', 3)).status).toBe(200)
    expect((await reader.send('GET', '/api/ratings/one')).body).toEqual({ rating: 3 })
  })

  it('list the story once, at its current address', async () => {
    const record = (slug: string, depth: number) =>
      reader.send('PUT', `/api/reading-history/${slug}`, { depth })
    expect((await record('one', 0.2)).status).toBe(204)
    expect((await reader.send('PUT', '/api/saved/one', {})).status).toBe(200)
    await rename('one', 'second')
    await record('second', 0.4)
    await build()
    harness.advance(11 * minute)
    for (const slug of ['one', 'second']) {
      expect((await record(slug, 0.5)).status).toBe(204)
      expect((await reader.send('PUT', `/api/saved/${slug}`, {})).status).toBe(200)
    }
    const lists = [
      ['/api/reading-history', 'articles'],
      ['/api/saved', 'saved'],
    ] as const
    for (const [path, field] of lists)
      expect(await readSlugs(reader, path, field)).toEqual(['second'])
    for (const [path, field] of lists) {
      await reader.send('DELETE', `${path}/one`)
      expect(await readSlugs(reader, path, field)).toEqual([])
    }
  })
})
