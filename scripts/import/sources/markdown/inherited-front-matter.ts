/** Inherited fields may hide a text: site settings, Hugo's `cascade`, Eleventy's folder data. */
import { basename, dirname } from 'node:path/posix'
import { readFileInside } from '../source-file.ts'
import { decodeText } from './decode-text.ts'
import { parseMarkdownFile } from './front-matter.ts'
import { getField } from './front-matter-fields.ts'
import type { FrontMatter } from './front-matter-syntax.ts'
import type { SiteGenerator } from './site-generator.ts'

/** Only these inherited fields decide whether readers see a page. */
const visibilityFields = [
  ...['draft', 'headless', 'build', '_build', 'publishDate', 'expiryDate'],
  ...['published', 'permalink'],
]
const maxFileBytes = 4_000_000

/** Reads each folder once. */
export function createInheritedFrontMatterReader(
  root: string,
  { tool, defaults }: SiteGenerator,
): (path: string) => Promise<FrontMatter> {
  const inheritedByFolder = new Map<string, Promise<FrontMatter>>()
  async function readFolder(folder: string): Promise<FrontMatter> {
    if (folder === '.') return {}
    const parentFields = await cachedFolder(dirname(folder))
    const folderFields =
      tool === 'eleventy'
        ? await readEleventyData(root, folder)
        : await readHugoCascade(root, folder)
    // Ignores which pages a cascade is for: hiding too many is safer than publishing one.
    return Object.assign({}, parentFields, ...folderFields.map(pickVisibilityFields))
  }
  const cachedFolder = (folder: string) => {
    if (!inheritedByFolder.has(folder)) inheritedByFolder.set(folder, readFolder(folder))
    return inheritedByFolder.get(folder)!
  }
  const hasFolders = tool === 'hugo' || tool === 'eleventy'
  return async (path) => {
    const fromFolders = hasFolders ? await cachedFolder(dirname(path)) : {}
    return Object.assign({}, ...defaults(path).map(pickVisibilityFields), fromFolders)
  }
}

async function readHugoCascade(root: string, folder: string): Promise<readonly unknown[]> {
  const read = await readFileInside(root, `${folder}/_index.md`, maxFileBytes)
  const parsed = read.ok ? parseMarkdownFile(decodeText(read.value.bytes).text) : read
  return parsed.ok ? [getField(parsed.value.data, 'cascade') ?? []].flat() : []
}

/** Scripts such as `posts.11tydata.js` may also hide texts, but are never run. */
async function readEleventyData(root: string, folder: string): Promise<readonly unknown[]> {
  const files = ['json', '11tydata.json'].map((end) => `${folder}/${basename(folder)}.${end}`)
  return Promise.all(
    files.map(async (file) => {
      const read = await readFileInside(root, file, maxFileBytes)
      try {
        return read.ok ? JSON.parse(decodeText(read.value.bytes).text) : null
      } catch {
        return null
      }
    }),
  )
}

function pickVisibilityFields(cascade: unknown): FrontMatter {
  if (typeof cascade !== 'object' || cascade === null) return {}
  const found = visibilityFields.map(
    (name) => [name, getField(cascade as FrontMatter, name)] as const,
  )
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
