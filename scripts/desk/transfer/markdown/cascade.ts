/**
 * What is kept from readers by others than a text's own front matter: by the site's settings, by the
 * text over a section of Hugo's, by the data of a folder of Eleventy's.
 */
import { basename, dirname } from 'node:path/posix'
import { readInside } from '../source-file.ts'
import { decodeText } from './decoded-text.ts'
import { fieldOf } from './front-fields.ts'
import { type FrontMatter, parseMarkdownFile } from './front-matter.ts'
import type { SiteKind } from './site-kind.ts'

/** Of what is handed down, these alone decide whether readers see a page. */
const hiding = [
  ...['draft', 'headless', 'build', '_build', 'publishDate', 'expiryDate'],
  ...['published', 'permalink'],
]
const longestFile = 4_000_000

/** Answers for a path; each folder is read once. */
export function handedDownIn(
  root: string,
  { tool, defaults }: SiteKind,
): (path: string) => Promise<FrontMatter> {
  const known = new Map<string, Promise<FrontMatter>>()
  async function over(folder: string): Promise<FrontMatter> {
    if (folder === '.') return {}
    const above = await of(dirname(folder))
    const given = tool === 'eleventy' ? await dataOf(root, folder) : await cascadeOf(root, folder)
    // Some of a list may be for a few pages alone: rather too much stays with the editor than too little.
    return Object.assign({}, above, ...given.map(whatHides))
  }
  const of = (folder: string) => {
    if (!known.has(folder)) known.set(folder, over(folder))
    return known.get(folder)!
  }
  const hasFolders = tool === 'hugo' || tool === 'eleventy'
  return async (path) => {
    const fromFolders = hasFolders ? await of(dirname(path)) : {}
    return Object.assign({}, ...defaults(path).map(whatHides), fromFolders)
  }
}

async function cascadeOf(root: string, folder: string): Promise<readonly unknown[]> {
  const read = await readInside(root, `${folder}/_index.md`, longestFile)
  const parsed = read.ok ? parseMarkdownFile(decodeText(read.value.bytes).text) : read
  return parsed.ok ? [fieldOf(parsed.value.data, 'cascade') ?? []].flat() : []
}

/** Of what Eleventy would run nothing is known: `posts.11tydata.js` may hide texts as well. */
async function dataOf(root: string, folder: string): Promise<readonly unknown[]> {
  const files = ['json', '11tydata.json'].map((end) => `${folder}/${basename(folder)}.${end}`)
  return Promise.all(
    files.map(async (file) => {
      const read = await readInside(root, file, longestFile)
      try {
        return read.ok ? JSON.parse(decodeText(read.value.bytes).text) : null
      } catch {
        return null
      }
    }),
  )
}

function whatHides(cascade: unknown): FrontMatter {
  if (typeof cascade !== 'object' || cascade === null) return {}
  const found = hiding.map((name) => [name, fieldOf(cascade as FrontMatter, name)] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
