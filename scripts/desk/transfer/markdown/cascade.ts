/** What the text over a section of Hugo's keeps from readers, for everything below it. */
import { dirname } from 'node:path/posix'
import { readInside } from '../source-file.ts'
import { decodeText } from './decoded-text.ts'
import { fieldOf } from './front-fields.ts'
import { type FrontMatter, parseMarkdownFile } from './front-matter.ts'

/** Of what is handed down, these alone decide whether readers see a page. */
const hiding = ['draft', 'headless', 'build', '_build', 'publishDate', 'expiryDate']
const longestFile = 4_000_000

/** Answers for a path; each section is read once. */
export function cascadesIn(root: string): (path: string) => Promise<FrontMatter> {
  const known = new Map<string, Promise<FrontMatter>>()
  async function over(folder: string): Promise<FrontMatter> {
    if (folder === '.') return {}
    const above = await of(dirname(folder))
    const read = await readInside(root, `${folder}/_index.md`, longestFile)
    const parsed = read.ok ? parseMarkdownFile(decodeText(read.value.bytes).text) : read
    if (!parsed.ok) return above
    const cascade = fieldOf(parsed.value.data, 'cascade') ?? []
    // Some of a list may be for a few pages alone: rather too much stays with the editor than too little.
    return Object.assign({}, above, ...[cascade].flat().map(whatHides))
  }
  const of = (folder: string) => {
    if (!known.has(folder)) known.set(folder, over(folder))
    return known.get(folder)!
  }
  return (path) => of(dirname(path))
}

function whatHides(cascade: unknown): FrontMatter {
  if (typeof cascade !== 'object' || cascade === null) return {}
  const found = hiding.map((name) => [name, fieldOf(cascade as FrontMatter, name)] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
