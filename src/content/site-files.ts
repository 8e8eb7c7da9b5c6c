/**
 * Writes the site's files: pages, sealed bodies, the search index, redirects, headers. A file whose
 * content is what it was keeps its bytes and its time, and what no longer belongs to the site is removed, so that the cost of a
 * build follows the change and not the archive. Compiles nothing.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { builtFile } from '../contracts/built.ts'
import { deriveSealingKeys, sealBody, sealedBodyPath } from '../contracts/sealed-body.ts'
import { staticHeadersFile } from '../contracts/security-headers.ts'
import type { CompiledSite } from './compiled-site.ts'
import type { BuildEnvironment } from './environment.ts'
import { digestOf, type Mirror, type MirroredArticle, readBody, writeWhole } from './mirror.ts'
import { movesFiles } from './moves.ts'
import { searchFiles } from './search-index.ts'

export type SiteReport = {
  /** Files written because their content is new. */
  readonly written: number
  readonly removed: number
  /** Of the whole site, scripts and styles included. */
  readonly files: number
}

type SiteFile = {
  /** Its place in the site, with slashes. */
  readonly file: string
  /** What its content depends on, where that is known: the same key gives the same bytes. */
  readonly key: string | undefined
  make(): Promise<Uint8Array | string>
}

/** Says which files were written, and with which keys. */
export const ledgerPath = (state: string) => join(state, 'files')

/** Brings the folder up to date with the mirror. Stopped at any point, the next call finishes it. */
export async function writeSite(
  environment: BuildEnvironment,
  mirror: Mirror,
  compiled: CompiledSite,
): Promise<SiteReport> {
  const site = join(environment.BUILD_OUTPUT, 'client')
  const ledgerFile = ledgerPath(environment.BUILD_STATE)
  const ledger = readLedger(ledgerFile)
  const emptyFolders: string[] = []
  /** Every file that is there or shall be, and whether it shall. */
  const files = new Map(filesOf(site, emptyFolders).map((file) => [file, false]))
  const lines: string[] = []
  const unchanged: string[] = []
  const inDoubt: (SiteFile & { readonly exists: boolean })[] = []
  for (const entry of await siteFiles(environment, mirror, compiled)) {
    const { file, key } = entry
    const isWanted = files.get(file)
    if (isWanted) throw new Error(`Two parts of the site want to be the file ${file}`)
    files.set(file, true)
    const exists = isWanted !== undefined
    const isUnchanged = exists && key !== undefined && ledger.get(file) === key
    if (!isUnchanged) inDoubt.push({ ...entry, exists })
    if (key === undefined) continue
    const line = `${file}\t${key}`
    lines.push(line)
    if (isUnchanged) unchanged.push(line)
  }
  // Of the others nothing is known any more: stopped here, the next build may be of what was before.
  if (unchanged.length < ledger.size) writeWhole(ledgerFile, unchanged.join('\n'))
  let written = 0
  for (const { file, make, exists } of inDoubt) {
    if (writeIfChanged(join(site, file), await make(), exists)) written++
  }
  const served = new Set(filesOf('public'))
  const removed: string[] = []
  for (const [file, isWanted] of files) {
    if (!isWanted && !isFromElsewhere(file, served)) removed.push(file)
  }
  for (const file of removed) {
    // The draft of a build that died may have become a file of this one, under the same process id.
    rmSync(join(site, file), { force: true })
    removeEmptyFolders(site, dirname(file))
  }
  for (const folder of emptyFolders) removeEmptyFolders(site, folder)
  if (unchanged.length < lines.length) writeWhole(ledgerFile, lines.join('\n'))
  return { written, removed: removed.length, files: files.size - removed.length }
}

async function siteFiles(
  environment: BuildEnvironment,
  mirror: Mirror,
  compiled: CompiledSite,
): Promise<SiteFile[]> {
  // Enough of it to tell one from another, in a ledger with a line for every page. The year is at the
  // foot of them all.
  const madeBy = `${compiled.id.slice(0, 16)} ${new Date().getUTCFullYear()}`
  const pages = (await compiled.pages()).map(({ file, cacheKey, render }) => ({
    file,
    key: cacheKey === undefined ? undefined : `${madeBy} ${cacheKey}`,
    make: render,
  }))
  const headers = { file: '_headers', key: undefined, make: async () => staticHeadersFile() }
  const search = await searchFiles(environment.BUILD_STATE, mirror)
  const paths = new Set(
    pages.map(({ file }) => `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`),
  )
  const moves = movesFiles(mirror.redirects, (path) => paths.has(path)).map(
    ({ file, content }) => ({
      file,
      key: undefined,
      make: async () => content,
    }),
  )
  return [...pages, ...(await sealedBodies(environment, mirror)), ...search, ...moves, headers]
}

/** One for each closed article. */
async function sealedBodies(
  { SEALING_KEYS, BUILD_STATE }: BuildEnvironment,
  mirror: Mirror,
): Promise<SiteFile[]> {
  const keys = await deriveSealingKeys(SEALING_KEYS)
  // By what the key is, not by its number alone: another secret under the same id is another key.
  const { current, secrets } = SEALING_KEYS
  const sealedWith = digestOf(current, Buffer.from(secrets.get(current)!).toString('base64'))
  const seal = async (article: MirroredArticle) => {
    const { rest } = readBody(BUILD_STATE, article)
    return sealBody(article.slug, new Uint8Array(gzipSync(rest, { level: 9 })), keys)
  }
  return [...mirror.articles.values()]
    .filter(({ access }) => access !== 'public')
    .map((article) => ({
      file: sealedBodyPath(article.slug).slice(1),
      key: `${sealedWith} ${article.bodyFile}`,
      make: () => seal(article),
    }))
}

/** The key that each file had when it was written; a line a file. */
function readLedger(path: string): Map<string, string> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return new Map(
    lines.filter(Boolean).map((line) => {
      const tab = line.indexOf('\t')
      return [line.slice(0, tab), line.slice(tab + 1)]
    }),
  )
}

/** Every file below a folder, with slashes. Adds the folders that are empty to those given. */
function filesOf(
  folder: string,
  empty: string[] = [],
  prefix = '',
  files: string[] = [],
): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.length === 0) empty.push(prefix.slice(0, -1) || '.')
  for (const entry of entries) {
    const path = prefix + entry.name
    if (entry.isDirectory()) filesOf(join(folder, entry.name), empty, `${path}/`, files)
    else files.push(path)
  }
  return files
}

/** Leaves a file with this content untouched. A build that dies leaves no half a file behind. */
function writeIfChanged(path: string, content: Uint8Array | string, exists: boolean): boolean {
  if (exists && Buffer.from(content).equals(readFileSync(path))) return false
  writeWhole(path, content)
  return true
}

/** Scripts and styles are the compilation's to keep, and so is what it copied from `public/`. */
function isFromElsewhere(file: string, served: ReadonlySet<string>): boolean {
  return file.startsWith('_astro/') || file === builtFile || served.has(file)
}

/** From this folder of the site upwards, as far as nothing is in them. */
function removeEmptyFolders(site: string, folder: string) {
  if (folder === '.' || readdirSync(join(site, folder)).length > 0) return
  rmdirSync(join(site, folder))
  removeEmptyFolders(site, dirname(folder))
}

/** Removes scripts and styles that a compilation has not written: Vite writes all of them anew. */
export function removeStaleAssets(output: string, isFresh: (path: string) => boolean) {
  const assets = join(output, 'client', '_astro')
  if (!existsSync(assets)) return
  for (const name of readdirSync(assets)) {
    if (!isFresh(join(assets, name))) rmSync(join(assets, name), { recursive: true })
  }
}
