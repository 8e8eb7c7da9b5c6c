import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildRedirectFiles } from '../../scripts/build/resolve-redirects.ts'
import { formatBuildTimestamp } from '../../src/contracts/site-files/build-timestamp.ts'
import { createBuildManifest } from './build-manifest.ts'

function createAssets(files: Record<string, string>) {
  const requests: string[] = []
  return {
    requests,
    async fetch({ pathname }: URL) {
      requests.push(pathname)
      const content = files[pathname]
      return content === 'broken'
        ? new Response(null, { status: 503 })
        : new Response(content ?? null, { status: content === undefined ? 404 : 200 })
    },
  }
}

function buildFiles(pairs: readonly [string, string][]): Record<string, string> {
  const redirects = pairs.map(([from, to]) => {
    const slug = hash('sha256', from).slice(0, 32)
    return [slug, { slug, digest: '', from, to }] as const
  })
  const { files } = buildRedirectFiles(new Map(redirects), () => false)
  return Object.fromEntries(files.map(({ file, content }) => [`/${file}`, content]))
}

describe('a redirect', () => {
  it('is found in any spelling, and each file is read once', async () => {
    const pairs = Array.from({ length: 1000 }, (_, at): [string, string] => [
      `/alt/ü-${at}`,
      `/n${at}`,
    ])
    const files = buildFiles(pairs)
    expect(Object.keys(files)).toHaveLength(8)
    const assets = createAssets(files)
    const manifest = createBuildManifest(assets)
    expect(await manifest.findRedirect('/ALT/%C3%9C-7/')).toBe('/n7')
    for (const [from, to] of pairs) expect(await manifest.findRedirect(from)).toBe(to)
    for (let at = 0; at < 500; at++)
      expect(await manifest.findRedirect(`/unknown-${at}`)).toBeNull()
    expect(assets.requests.toSorted()).toEqual(Object.keys(files).toSorted())
  })

  it('costs one small file if there are too many redirects to cache', async () => {
    const pairs = Array.from({ length: 60_000 }, (_, at): [string, string] => [`/a-${at}`, '/b'])
    const files = buildFiles(pairs)
    const assets = createAssets(files)
    const manifest = createBuildManifest(assets)
    for (let at = 0; at < 4000; at++) {
      const before = assets.requests.length
      expect(await manifest.findRedirect(`/unknown-${at}`)).toBeNull()
      expect(assets.requests.length - before).toBeLessThanOrEqual(at === 0 ? 2 : 1)
    }
    expect(Math.max(...Object.values(files).map(({ length }) => length))).toBeLessThan(4000)
    expect(await manifest.findRedirect('/a-59999')).toBe('/b')
  })

  it('isn’t found for a malformed path, or for the name of a built-in object property', async () => {
    const manifest = createBuildManifest(createAssets(buildFiles([['/a', '/b']])))
    for (const path of ['/', '//a', '/%', '/__proto__', '/constructor', '/a/b']) {
      expect(await manifest.findRedirect(path)).toBeNull()
    }
  })

  it('costs one file even if there are no redirects', async () => {
    const assets = createAssets({})
    const manifest = createBuildManifest(assets)
    for (const path of ['/a', '/b', '/c']) expect(await manifest.findRedirect(path)).toBeNull()
    expect(assets.requests).toEqual(['/moved/0'])
  })

  it('is read again after a failure', async () => {
    const files: Record<string, string> = { '/moved/0': 'broken' }
    const manifest = createBuildManifest(createAssets(files))
    await expect(manifest.findRedirect('/a')).rejects.toThrow('503')
    Object.assign(files, buildFiles([['/a', '/b']]))
    expect(await manifest.findRedirect('/a')).toBe('/b')
  })
})

it('the build’s time is read once', async () => {
  const built = new Date('2026-11-01T12:00:00Z')
  const assets = createAssets({ '/build-timestamp.json': formatBuildTimestamp(built) })
  const manifest = createBuildManifest(assets)
  expect([await manifest.builtAt(), await manifest.builtAt()]).toEqual([built, built])
  expect(assets.requests).toEqual(['/build-timestamp.json'])
  expect(await createBuildManifest(createAssets({})).builtAt()).toBeNull()
})

describe('an encrypted body', () => {
  const hash = 'a'.repeat(64)

  it('is a file, unless the version has an index of bodies in R2', async () => {
    const assets = createAssets({})
    const manifest = createBuildManifest(assets)
    for (const name of ['a-story', 'b-story']) {
      expect(await manifest.findSealedBody(name)).toEqual({ kind: 'file' })
    }
    expect(assets.requests).toEqual(['/sealed/0.json'])
    const index = JSON.stringify({ shardCount: 1, hashes: { 'a-story': hash } })
    const indexed = createBuildManifest(createAssets({ '/sealed/0.json': index }))
    expect(await indexed.findSealedBody('a-story')).toEqual({ kind: 'object', hash })
    for (const name of ['b-story', 'constructor', '__proto__']) {
      expect(await indexed.findSealedBody(name)).toEqual({ kind: 'object', hash: null })
    }
  })

  it('isn’t reported missing if the index can’t be read', async () => {
    const broken = createBuildManifest(createAssets({ '/sealed/0.json': 'broken' }))
    await expect(broken.findSealedBody('a-story')).rejects.toThrow('503')
    const index = JSON.stringify({ shardCount: 1024, hashes: {} })
    const incomplete = createBuildManifest(createAssets({ '/sealed/0.json': index }))
    await expect(incomplete.findSealedBody('a-story')).rejects.toThrow('missing')
  })
})
