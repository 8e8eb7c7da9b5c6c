import { createRequire } from 'node:module'
import { extname } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { type AssetManifest, createAssetManifest } from './asset-manifest.ts'

type Miniflare = { buildAssetManifest(folder: string): Promise<AssetManifest> }

/** Wrangler's, which isn't always that of other packages. */
const miniflare: Miniflare = createRequire(
  createRequire(import.meta.url).resolve('wrangler/package.json'),
)('miniflare')

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
}
const createManifest = (folder: string) =>
  createAssetManifest(
    folder,
    (path) => path === '_headers',
    (path) => contentTypes[extname(path)] ?? null,
  )

const nameArbitrary = fc.stringMatching(/^[a-zé0-9-]{1,12}$/)
const pathArbitrary = fc
  .tuple(
    fc.array(nameArbitrary, { maxLength: 3 }),
    nameArbitrary,
    fc.constantFrom('.html', '.css', '.png'),
  )
  // A folder can't have the name of a file.
  .map(([folders, name, type]) => [...folders, name + type].join('/'))

describe('the manifest of a site', () => {
  it('equals Miniflare’s', () =>
    fc.assert(
      fc.asyncProperty(fc.uniqueArray(pathArbitrary, { maxLength: 20 }), async (paths) => {
        const files = [...paths, '_headers'].map((path) => [path, path])
        const folder = createTestFolder(Object.fromEntries(files))
        expect(createManifest(folder)).toEqual(await miniflare.buildAssetManifest(folder))
      }),
      { numRuns: 30 },
    ))

  it('refuses files that Cloudflare refuses', () => {
    const folder = createTestFolder({ 'large.png': Buffer.alloc(25 * 1024 * 1024 + 1) })
    expect(() => createManifest(folder)).toThrow('25 MiB')
  })
})
