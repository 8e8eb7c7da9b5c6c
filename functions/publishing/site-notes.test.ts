import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { movesFiles } from '../../src/content/moves.ts'
import { builtNote } from '../../src/contracts/built.ts'
import { createSiteNotes } from './site-notes.ts'

/** Assets that count what is asked for. */
function assetsOf(files: Record<string, string>) {
  const asked: string[] = []
  return {
    asked,
    async fetch({ pathname }: URL) {
      asked.push(pathname)
      const content = files[pathname]
      return content === 'broken'
        ? new Response(null, { status: 503 })
        : new Response(content ?? null, { status: content === undefined ? 404 : 200 })
    },
  }
}

function filesFor(pairs: readonly [string, string][]): Record<string, string> {
  const redirects = pairs.map(([from, to]) => {
    const slug = hash('sha256', from).slice(0, 32)
    return [slug, { slug, digest: '', from, to }] as const
  })
  const files = movesFiles(new Map(redirects), () => false)
  return Object.fromEntries(files.map(({ file, content }) => [`/${file}`, content]))
}

describe('where an address has moved', () => {
  it('is found however it is written, and reads each file once', async () => {
    const pairs = Array.from({ length: 1000 }, (_, at): [string, string] => [
      `/alt/ü-${at}`,
      `/n${at}`,
    ])
    const files = filesFor(pairs)
    expect(Object.keys(files)).toHaveLength(8)
    const assets = assetsOf(files)
    const notes = createSiteNotes(assets)
    expect(await notes.movedTo('/ALT/%C3%9C-7/')).toBe('/n7')
    for (const [from, to] of pairs) expect(await notes.movedTo(from)).toBe(to)
    // Each file once, however many addresses are asked for.
    for (let at = 0; at < 500; at++) expect(await notes.movedTo(`/unknown-${at}`)).toBeNull()
    expect(assets.asked.toSorted()).toEqual(Object.keys(files).toSorted())
  })

  it('costs one small file where there are more moves than memory for them', async () => {
    const pairs = Array.from({ length: 60_000 }, (_, at): [string, string] => [`/a-${at}`, '/b'])
    const files = filesFor(pairs)
    const assets = assetsOf(files)
    const notes = createSiteNotes(assets)
    for (let at = 0; at < 4000; at++) {
      const before = assets.asked.length
      expect(await notes.movedTo(`/unknown-${at}`)).toBeNull()
      expect(assets.asked.length - before).toBeLessThanOrEqual(at === 0 ? 2 : 1)
    }
    expect(Math.max(...Object.values(files).map(({ length }) => length))).toBeLessThan(4000)
    expect(await notes.movedTo('/a-59999')).toBe('/b')
  })

  it('is nowhere for what is no address, or a name that every object has', async () => {
    const notes = createSiteNotes(assetsOf(filesFor([['/a', '/b']])))
    for (const path of ['/', '//a', '/%', '/__proto__', '/constructor', '/a/b']) {
      expect(await notes.movedTo(path)).toBeNull()
    }
  })

  it('is asked once where nothing has ever moved', async () => {
    const assets = assetsOf({})
    const notes = createSiteNotes(assets)
    for (const path of ['/a', '/b', '/c']) expect(await notes.movedTo(path)).toBeNull()
    expect(assets.asked).toEqual(['/moved/0'])
  })

  it('is asked again where the file could not be read', async () => {
    const files: Record<string, string> = { '/moved/0': 'broken' }
    const notes = createSiteNotes(assetsOf(files))
    await expect(notes.movedTo('/a')).rejects.toThrow('503')
    Object.assign(files, filesFor([['/a', '/b']]))
    expect(await notes.movedTo('/a')).toBe('/b')
  })
})

it('the time of the build is read once', async () => {
  const built = new Date('2026-11-01T12:00:00Z')
  const assets = assetsOf({ '/built.json': builtNote(built) })
  const notes = createSiteNotes(assets)
  expect([await notes.builtAt(), await notes.builtAt()]).toEqual([built, built])
  expect(assets.asked).toEqual(['/built.json'])
  expect(await createSiteNotes(assetsOf({})).builtAt()).toBeNull()
})
