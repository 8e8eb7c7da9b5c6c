import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { extname } from 'node:path/posix'

/** A file or folder; `excludedReason` is the reason why it isn't read. */
export type FoundFile = { readonly path: string; readonly excludedReason: string | null }

const maxDepth = 30

const textFilePattern = /\.(?:md|mdx|markdown|mdown|mkdn?|mkdown)$/i
/** Other text formats that these tools render, which aren't imported. */
const otherTextPattern =
  /\.(?:html?|adoc|asciidoc|org|rst|pandoc|textile|njk|liquid|hbs|mustache|ejs|haml|pug|webc|astro|mdoc)$/i
const ignoredFolders = /^(?:\.git|\.github|node_modules)$/
/** The tools' own folders at the top; further down they may be sections. */
const generatorFolders = /^(?:public|dist|_site|resources|archetypes|themes|vendor)$/
const partialFolders = /^(?:_includes|_layouts|_data)$/
const projectFiles =
  /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.md$/i

/** Yields files in order of name. Must not follow links to folders. */
export function* findTextFiles(root: string, folder: string, depth = 0): Generator<FoundFile> {
  const entries: Dirent[] = readdirSync(join(root, folder), { withFileTypes: true })
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const excludedReason = (reason: string) => ({ path, excludedReason: reason })
    const isAtTop = folder === ''
    if (entry.isDirectory()) {
      if (ignoredFolders.test(entry.name)) continue
      if (entry.name.startsWith('.')) yield excludedReason('is a hidden folder')
      else if (partialFolders.test(entry.name) || (isAtTop && generatorFolders.test(entry.name)))
        yield excludedReason('is the site generator’s folder')
      else if (depth >= maxDepth)
        yield excludedReason(`is nested more than ${maxDepth} folders deep`)
      else yield* findTextFiles(root, path, depth + 1)
    } else if (textFilePattern.test(entry.name)) {
      if (entry.name.startsWith('.')) {
        yield excludedReason('is a hidden file')
        continue
      }
      // Links to files are checked when they are read.
      const isProjectFile = isAtTop && projectFiles.test(entry.name)
      yield isProjectFile ? excludedReason('describes the project') : { path, excludedReason: null }
    } else if (otherTextPattern.test(entry.name)) {
      yield excludedReason(`${extname(entry.name)} files aren’t imported`)
    } else if (entry.isSymbolicLink() && isFolder(join(root, path))) {
      yield excludedReason('links to folders aren’t followed')
    }
  }
}

/** Lists top-level folders that contain Markdown outside the folders of texts, each folder once. */
export function* findOtherFiles(
  root: string,
  folders: readonly string[],
): Generator<FoundFile & { readonly excludedReason: string }> {
  if (folders.includes('')) return
  const isRead = (path: string) => folders.some((each) => `${path}/`.startsWith(`${each}/`))
  const seen = new Set<string>()
  for (const { path, excludedReason } of findTextFiles(root, '')) {
    if (isRead(path) || !holdsText(root, path)) continue
    const top = path.replace(/\/.*$/s, '')
    const isApart = !folders.some((each) => each.startsWith(`${top}/`))
    const place = excludedReason === null && isApart ? top : path
    if (seen.has(place)) continue
    seen.add(place)
    yield { path: place, excludedReason: excludedReason ?? 'its generator ignores it' }
  }
}

function holdsText(root: string, path: string): boolean {
  if (textFilePattern.test(path)) return true
  if (!lstatSync(join(root, path)).isDirectory()) return false
  return findTextFiles(root, path, 1).some((found) => textFilePattern.test(found.path))
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
