/**
 * Writes the site's files. Unchanged files keep their bytes and times, and stale files are removed,
 * so the cost of a build depends on the change.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import { type ContentCopy, computeDigest, listTags } from '../../src/content/content-copy.ts'
import { createStaticHeadersFile } from '../../src/contracts/pages/security-headers.ts'
import {
  buildTimestampFile,
  contentProblemsPath,
  deadLinksPath,
} from '../../src/contracts/site-files/build-timestamp.ts'
import type { DescribedTag } from '../../src/domain/tag.ts'
import { writeFileAtomically } from '../shared/write-file-atomically.ts'
import { buildSearchFiles } from './build-search-index.ts'
import type { CompiledTemplates } from './compiled-templates.ts'
import { listContentProblems } from './content-problems.ts'
import { writeCutFonts } from './cut-fonts.ts'
import { listDeadLinks } from './dead-links.ts'
import { type PageFonts, updatePageFonts } from './page-fonts.ts'
import { buildRedirectFiles } from './resolve-redirects.ts'
import { collectSealedFiles } from './sealed-bodies.ts'
import type { SiteFile } from './site-file.ts'
import { startWritingPages, writeIfChanged } from './write-pages.ts'

export type SiteReport = {
  /** New or changed files. */
  readonly written: number
  readonly removed: number
  /** The number of files in the whole site, with scripts and styles. */
  readonly files: number
  /** Problems of the content; none of them stopped the build. */
  readonly problems: readonly string[]
}

type PendingFile = SiteFile & { readonly exists: boolean }

/** The key of each file. */
type WrittenFiles = Map<string, string>

export const writtenFilesPath = (state: string) => join(state, 'files')

/** After an interruption at any point, the next call finishes writing. */
export async function writeSite(
  environment: BuildEnvironment,
  contentCopy: ContentCopy,
  compiled: CompiledTemplates,
): Promise<SiteReport> {
  const { BUILD_STATE: state, SITE_URL: origin } = environment
  const site = join(environment.BUILD_OUTPUT, 'client')
  const keysBefore = readWrittenFiles(state)
  /** Keys of the files whose content matches their key. */
  const validKeys = new Map(keysBefore)
  const keys: WrittenFiles = new Map()
  const emptyFolders: string[] = []
  /** Existing and new files; the value is true for files of the new site. */
  const files = new Map(listFiles(site, emptyFolders).map((file) => [file, false]))

  function selectPending(entries: readonly SiteFile[]): PendingFile[] {
    const pending: PendingFile[] = []
    for (const entry of entries) {
      const { file, key } = entry
      const isInSite = files.get(file)
      if (isInSite) throw new Error(`Two parts of the site write the same file, ${file}`)
      files.set(file, true)
      if (key !== undefined) keys.set(file, key)
      const exists = isInSite !== undefined
      const isUnchanged = exists && key !== undefined && keysBefore.get(file) === key
      if (!isUnchanged) pending.push({ ...entry, exists })
    }
    // The keys of files about to change are removed: if this build is interrupted, the next may have older content.
    const forgotten = pending.filter(({ file }) => validKeys.delete(file))
    if (forgotten.length > 0) recordWrittenFiles(state, validKeys)
    return pending
  }

  const indexing = buildSearchFiles(state, contentCopy)
  // A rejection is handled below, where the index is awaited.
  indexing.catch(() => {})
  const tags = listTags(contentCopy)
  const pages = await collectPages(compiled, tags)
  const isPage = createPageFinder(contentCopy, pages)
  const redirects = buildRedirectFiles(contentCopy.redirects, isPage)
  const problems = [...listContentProblems(contentCopy), ...redirects.problems]
  const others = [
    ...(await collectSealedFiles(environment, contentCopy)),
    ...redirects.files.map(({ file, content }) => createFile(file, content)),
    createFile('_headers', createStaticHeadersFile()),
    createFile(contentProblemsPath.slice(1), JSON.stringify(problems)),
    createFile(deadLinksPath.slice(1), JSON.stringify(listDeadLinks(contentCopy, isPage))),
  ]
  const [pendingPages, pendingOthers] = [selectPending(pages), selectPending(others)]
  const writing = startWritingPages(site, pendingPages, { state, origin, tags })
  let written = 0
  let renderedFonts: PageFonts
  try {
    const writeFiles = async (pending: readonly PendingFile[]) => {
      for (const { file, exists, createContent } of pending) {
        if (writeIfChanged(join(site, file), await createContent(), exists)) written++
      }
    }
    await writeFiles(pendingOthers)
    await writeFiles(selectPending(await indexing))
    const writtenPages = await writing.finish()
    written += writtenPages.written
    renderedFonts = writtenPages.fonts
  } finally {
    await writing.stop()
  }
  const pending = new Set(pendingPages.map(({ file }) => file))
  // Fonts are updated before keys are saved: without keys, an interrupted build's pages are rendered again.
  const fonts = updatePageFonts(
    state,
    renderedFonts,
    (file) => files.get(file) === true && !pending.has(file),
  )
  const newFonts = await writeCutFonts(
    site,
    fonts.filter((file) => !files.has(file)),
  )
  written += newFonts.length
  for (const file of [...newFonts, ...fonts.filter((font) => files.has(font))])
    files.set(file, true)
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
  const isRecorded =
    keys.size === validKeys.size && [...keys].every(([file, key]) => validKeys.get(file) === key)
  if (!isRecorded) recordWrittenFiles(state, keys)
  return { written, removed: removed.length, files: files.size - removed.length, problems }
}

async function collectPages(
  compiled: CompiledTemplates,
  tags: readonly DescribedTag[],
): Promise<SiteFile[]> {
  // A shortened id keeps the list of files small. The year and the tags are in every page's footer.
  const templateKey = `${computeDigest(compiled.id, tags).slice(0, 16)} ${new Date().getUTCFullYear()}`
  return (await compiled.listPages()).map(({ file, cacheKey, render }) => ({
    file,
    key: cacheKey === undefined ? undefined : `${templateKey} ${cacheKey}`,
    createContent: render,
  }))
}

const createFile = (file: string, content: string): SiteFile => ({
  file,
  key: undefined,
  createContent: async () => content,
})

function createPageFinder(contentCopy: ContentCopy, pages: readonly SiteFile[]) {
  const paths = new Set(
    pages.map(({ file }) => `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`),
  )
  // Older stories have no file (PRERENDERED_STORIES), but their addresses exist.
  return (path: string) => paths.has(path) || contentCopy.articles.has(path.slice(1))
}

function readWrittenFiles(state: string): WrittenFiles {
  const path = writtenFilesPath(state)
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return new Map(
    lines.filter(Boolean).map((line) => {
      const tab = line.indexOf('\t')
      return [line.slice(0, tab), line.slice(tab + 1)]
    }),
  )
}

function recordWrittenFiles(state: string, keys: WrittenFiles) {
  const lines = [...keys].map(([file, key]) => `${file}\t${key}`)
  writeFileAtomically(writtenFilesPath(state), lines.join('\n'))
}

/** Returns paths with slashes. Adds empty folders to `empty`. */
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

/** The compilation writes scripts, styles and copies of `public/`. */
function isWrittenElsewhere(file: string, publicFiles: ReadonlySet<string>): boolean {
  return file.startsWith('_astro/') || file === buildTimestampFile || publicFiles.has(file)
}

/** Removes the folder if it's empty, then each parent that is left empty. */
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
