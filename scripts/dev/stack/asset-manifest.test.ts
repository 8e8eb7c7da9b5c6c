import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AssetManifest, createAssetManifest } from './asset-manifest.ts'

type Miniflare = { buildAssetManifest(folder: string): Promise<AssetManifest> }

/** Wrangler's, which isn't always that of other packages. */
const miniflare: Miniflare = createRequire(
  createRequire(import.meta.url).resolve('wrangler/package.json'),
)('miniflare')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'asset-manifest-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
}
const createManifest = () =>
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
      fc
        .asyncProperty(fc.uniqueArray(pathArbitrary, { maxLength: 20 }), async (paths) => {
          for (const path of [...paths, '_headers']) {
            mkdirSync(dirname(join(folder, path)), { recursive: true })
            writeFileSync(join(folder, path), path)
          }
          expect(createManifest()).toEqual(await miniflare.buildAssetManifest(folder))
        })
        .afterEach(() => {
          rmSync(folder, { recursive: true })
          mkdirSync(folder)
        }),
      { numRuns: 30 },
    ))

  it('refuses files that Cloudflare refuses', () => {
    writeFileSync(join(folder, 'large.png'), Buffer.alloc(25 * 1024 * 1024 + 1))
    expect(createManifest).toThrow('25 MiB')
  })
})
