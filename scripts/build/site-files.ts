/**
 * Writes the site's files. Unchanged files keep their bytes and times, and stale files are removed,
 * so the cost of a build depends on the change.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import {
  computeDigest,
  type Mirror,
  type MirroredArticle,
  type MirroredIssue,
  readBody,
} from '../../src/content/mirror.ts'
import { buildTimestampFile } from '../../src/contracts/build-timestamp.ts'
import { signClosedImages } from '../../src/contracts/closed-image-address.ts'
import {
  deriveSealingKeys,
  getIssueBodyName,
  getSealedBodyPath,
  sealBody,
} from '../../src/contracts/sealed-body.ts'
import { createStaticHeadersFile } from '../../src/contracts/security-headers.ts'
import { buildSearchFiles } from './build-search-index.ts'
import type { CompiledTemplates } from './compiled-templates.ts'
import { computeModuleId } from './module-id.ts'
import { buildRedirectFiles } from './resolve-redirects.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

export type SiteReport = {
  /** New or changed files. */
  readonly written: number
  readonly removed: number
  /** Of the whole site, with scripts and styles. */
  readonly files: number
}

type SiteFile = {
  readonly file: string
  /** If known: the same key gives the same bytes. */
  readonly key: string | undefined
  createContent(): Promise<Uint8Array | string>
}

export const writtenFilesPath = (state: string) => join(state, 'files')

/** After an interruption at any point, the next call finishes. */
export async function writeSite(
  environment: BuildEnvironment,
  mirror: Mirror,
  compiled: CompiledTemplates,
): Promise<SiteReport> {
  const site = join(environment.BUILD_OUTPUT, 'client')
  const writtenFilesFile = writtenFilesPath(environment.BUILD_STATE)
  const writtenFiles = readWrittenFiles(writtenFilesFile)
  const emptyFolders: string[] = []
  /** Existing and new files; true for those of the new site. */
  const files = new Map(listFiles(site, emptyFolders).map((file) => [file, false]))
  const lines: string[] = []
  const unchanged: string[] = []
  const pending: (SiteFile & { readonly exists: boolean })[] = []
  for (const entry of await collectSiteFiles(environment, mirror, compiled)) {
    const { file, key } = entry
    const isInSite = files.get(file)
    if (isInSite) throw new Error(`Two parts of the site write the same file, ${file}`)
    files.set(file, true)
    const exists = isInSite !== undefined
    const isUnchanged = exists && key !== undefined && writtenFiles.get(file) === key
    if (!isUnchanged) pending.push({ ...entry, exists })
    if (key === undefined) continue
    const line = `${file}\t${key}`
    lines.push(line)
    if (isUnchanged) unchanged.push(line)
  }
  // Forgets the keys of files about to change: the next build may have older content.
  if (unchanged.length < writtenFiles.size)
    writeFileAtomically(writtenFilesFile, unchanged.join('\n'))
  let written = 0
  for (const { file, createContent, exists } of pending) {
    if (writeIfChanged(join(site, file), await createContent(), exists)) written++
  }
  const publicFiles = new Set(listFiles('public'))
  const removed: string[] = []
  for (const [file, isInSite] of files) {
    if (!isInSite && !isWrittenElsewhere(file, publicFiles)) removed.push(file)
  }
  for (const file of removed) {
    // An interrupted build's draft may have been renamed since, under the same process id.
    rmSync(join(site, file), { force: true })
    removeEmptyFolders(site, dirname(file))
  }
  for (const folder of emptyFolders) removeEmptyFolders(site, folder)
  if (unchanged.length < lines.length) writeFileAtomically(writtenFilesFile, lines.join('\n'))
  return { written, removed: removed.length, files: files.size - removed.length }
}

async function collectSiteFiles(
  environment: BuildEnvironment,
  mirror: Mirror,
  compiled: CompiledTemplates,
): Promise<SiteFile[]> {
  // A shortened id keeps the list of files small. The year is in every page's footer.
  const templateKey = `${compiled.id.slice(0, 16)} ${new Date().getUTCFullYear()}`
  const pages = (await compiled.listPages()).map(({ file, cacheKey, render }) => ({
    file,
    key: cacheKey === undefined ? undefined : `${templateKey} ${cacheKey}`,
    createContent: render,
  }))
  const search = await buildSearchFiles(environment.BUILD_STATE, mirror)
  const paths = new Set(
    pages.map(({ file }) => `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`),
  )
  const others = [
    ...buildRedirectFiles(mirror.redirects, (path) => paths.has(path)),
    { file: '_headers', content: createStaticHeadersFile() },
  ].map(({ file, content }) => ({ file, key: undefined, createContent: async () => content }))
  return [...pages, ...(await collectSealedBodies(environment, mirror)), ...search, ...others]
}

async function collectSealedBodies(
  { SEALING_KEYS, BUILD_STATE }: BuildEnvironment,
  mirror: Mirror,
): Promise<SiteFile[]> {
  const keys = await deriveSealingKeys(SEALING_KEYS)
  // From the key itself: another secret may have the same id.
  const { current, secrets } = SEALING_KEYS
  const sealingKeyId = computeDigest(
    current,
    Buffer.from(secrets.get(current)!).toString('base64'),
    // What is signed depends on the code too.
    computeModuleId(new URL('../../src/contracts/closed-image-address.ts', import.meta.url)),
  )
  const seal = (name: string, html: string) =>
    sealBody(name, new Uint8Array(gzipSync(html, { level: 9 })), keys)
  const sealArticle = async (article: MirroredArticle) => {
    const { slug } = article
    return seal(slug, await signClosedImages(slug, readBody(BUILD_STATE, article).rest, keys))
  }
  const sealIssue = ({ slug, closedHtml }: MirroredIssue) =>
    seal(getIssueBodyName(slug), closedHtml)
  const articles = [...mirror.articles.values()]
    .filter(({ access }) => access !== 'public')
    .map((article) => ({
      file: getSealedBodyPath(article.slug).slice(1),
      key: `${sealingKeyId} ${article.bodyFile}`,
      createContent: () => sealArticle(article),
    }))
  const issues = [...mirror.issues.values()]
    .filter(({ closedHtml }) => closedHtml !== '')
    .map((issue) => ({
      file: getSealedBodyPath(getIssueBodyName(issue.slug)).slice(1),
      key: `${sealingKeyId} ${issue.digest}`,
      createContent: () => sealIssue(issue),
    }))
  return [...articles, ...issues]
}

function readWrittenFiles(path: string): Map<string, string> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return new Map(
    lines.filter(Boolean).map((line) => {
      const tab = line.indexOf('\t')
      return [line.slice(0, tab), line.slice(tab + 1)]
    }),
  )
}

/** With slashes. Adds empty folders to `empty`. */
function listFiles(
  folder: string,
  empty: string[] = [],
  prefix = '',
  files: string[] = [],
): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.length === 0) empty.push(prefix.slice(0, -1) || '.')
  for (const entry of entries) {
    const path = prefix + entry.name
    if (entry.isDirectory()) listFiles(join(folder, entry.name), empty, `${path}/`, files)
    else files.push(path)
  }
  return files
}

function writeIfChanged(path: string, content: Uint8Array | string, exists: boolean): boolean {
  if (exists && Buffer.from(content).equals(readFileSync(path))) return false
  writeFileAtomically(path, content)
  return true
}

/** The compilation writes scripts, styles and copies of `public/`. */
function isWrittenElsewhere(file: string, publicFiles: ReadonlySet<string>): boolean {
  return file.startsWith('_astro/') || file === buildTimestampFile || publicFiles.has(file)
}

/** Removes this folder and its parents, while empty. */
function removeEmptyFolders(site: string, folder: string) {
  if (folder === '.' || readdirSync(join(site, folder)).length > 0) return
  rmdirSync(join(site, folder))
  removeEmptyFolders(site, dirname(folder))
}

/** Removes assets of earlier compilations: Vite writes all of them again. */
export function removeStaleAssets(output: string, isFresh: (path: string) => boolean) {
  const assets = join(output, 'client', '_astro')
  if (!existsSync(assets)) return
  for (const name of readdirSync(assets)) {
    if (!isFresh(join(assets, name))) rmSync(join(assets, name), { recursive: true })
  }
}
