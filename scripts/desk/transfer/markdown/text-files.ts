/** Which files of a folder are texts, and which a reader might take for texts that are not taken. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { extname } from 'node:path/posix'

/** With a reason, a file or folder that is not looked into. */
export type FoundFile = { readonly path: string; readonly leftOut: string | null }

const deepest = 30

export const textFile = /\.(?:md|mdx|markdown)$/i
/** Other languages that these tools make pages of. */
const otherText =
  /\.(?:html?|adoc|asciidoc|org|rst|pandoc|textile|njk|liquid|hbs|mustache|ejs|haml|pug|webc|astro|mdoc)$/i
/** Neither texts nor the publication’s, wherever they are. */
const machinery = /^(?:\.git|\.github|node_modules)$/
/** What tools keep beside the texts; further down it may be a section of that name. */
const besideTexts = /^(?:public|dist|_site|resources|archetypes|themes|vendor)$/
const partsOfPages = /^(?:_includes|_layouts|_data)$/
/** Files that speak of a project and not to its readers. */
const aboutProject =
  /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.md$/i

/** In the order of their names. Follows no link to a folder. */
export function* textFilesIn(root: string, folder: string, depth = 0): Generator<FoundFile> {
  const entries: Dirent[] = readdirSync(join(root, folder), { withFileTypes: true })
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const leftOut = (reason: string) => ({ path, leftOut: reason })
    const isAtTop = folder === ''
    if (entry.isDirectory()) {
      if (machinery.test(entry.name)) continue
      if (entry.name.startsWith('.')) yield leftOut('is a hidden folder, and was not looked into')
      else if (partsOfPages.test(entry.name) || (isAtTop && besideTexts.test(entry.name)))
        yield leftOut('is a folder of the site’s tool, and was not looked into')
      else if (depth >= deepest) yield leftOut('lies too deep')
      else yield* textFilesIn(root, path, depth + 1)
    } else if (textFile.test(entry.name)) {
      // A link too: where it leads is judged when it is read.
      const isAbout = isAtTop && aboutProject.test(entry.name)
      yield isAbout ? leftOut('speaks of the project') : { path, leftOut: null }
    } else if (otherText.test(entry.name)) {
      yield leftOut(`is no Markdown: ${extname(entry.name)} files are not taken`)
    } else if (entry.isSymbolicLink() && isFolder(join(root, path))) {
      yield leftOut('is a link to a folder, and none is followed')
    }
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
