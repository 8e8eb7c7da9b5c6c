/**
 * The list of a site's files that wrangler's dev server makes on every switch, made in a tenth of the CPU time.
 * Miniflare's own asks the thread pool for three things of each file, of all files at once: with 68,000 files that
 * takes 6 s of CPU time and makes the process 650 MB larger.
 */
import { hash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type AssetManifest = {
  /** For each file a hash of its path and one of its version, in the order of the first. */
  readonly encodedAssetManifest: Uint8Array
  /** By the hash of the version. */
  readonly assetsReverseMap: Readonly<Record<string, Asset>>
}

type Asset = { readonly filePath: string; readonly contentType: string | null }

/** Bytes. */
const header = 20
const hashLength = 16
const entryLength = 40

/** Cloudflare's. */
const maxFiles = 100_000
const maxFileSize = 25 * 1024 * 1024

const hashHex = (text: string) => hash('sha256', text, 'hex').slice(0, 2 * hashLength)

/** Equal to Miniflare's for the same folder. */
export function createAssetManifest(
  folder: string,
  isIgnored: (path: string) => boolean,
  getContentType: (path: string) => string | null,
): AssetManifest {
  const entries: string[] = []
  const assetsReverseMap: Record<string, Asset> = {}
  const addFolder = (prefix: string) => {
    for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
      const filePath = prefix + entry.name
      if (entry.isDirectory()) {
        addFolder(`${filePath}/`)
        continue
      }
      if (isIgnored(filePath)) continue
      const path = join(folder, filePath)
      const { size, mtimeMs } = statSync(path)
      if (size > maxFileSize) throw new Error(`${path} is larger than Cloudflare’s limit, 25 MiB.`)
      const version = hashHex(path + mtimeMs)
      entries.push(hashHex(`/${filePath}`) + version)
      assetsReverseMap[version] = { filePath, contentType: getContentType(path) }
    }
  }
  addFolder('')
  if (entries.length > maxFiles) {
    throw new Error(
      `The site has ${entries.length} files, more than Cloudflare’s limit of ${maxFiles} in a version.`,
    )
  }
  entries.sort()
  const encodedAssetManifest = new Uint8Array(header + entries.length * entryLength)
  const buffer = Buffer.from(encodedAssetManifest.buffer)
  for (const [number, entry] of entries.entries()) {
    buffer.write(entry, header + number * entryLength, 'hex')
  }
  return { encodedAssetManifest, assetsReverseMap }
}

const miniflareCall = 'await buildAssetManifest(assetDirectory)'
const ourCall =
  `require(${JSON.stringify(import.meta.filename)}).createAssetManifest(assetDirectory, ` +
  '(await createAssetsIgnoreFunction(assetDirectory)).assetsIgnoreFunction, getContentType)'

/** Has Miniflare call `createAssetManifest`, once it is loaded: it has no setting for this. */
export function replaceAssetManifest() {
  const wrangler = createRequire(import.meta.url).resolve('wrangler')
  const miniflare = pathToFileURL(createRequire(wrangler).resolve('miniflare')).href
  registerHooks({
    load(url, context, nextLoad) {
      const module = nextLoad(url, context)
      if (url !== miniflare) return module
      const [before, after, ...others] = `${module.source}`.split(miniflareCall)
      if (after === undefined || others.length > 0) {
        throw new Error(`${url} doesn’t make its list of files where asset-manifest.ts expects it.`)
      }
      return { ...module, source: before + ourCall + after }
    },
  })
}
