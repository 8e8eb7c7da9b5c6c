/** Manuscripts as files: written from documents, and marked with the version they are based on. */
import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { Document, isMap, isSeq, parseDocument, Scalar, visit } from 'yaml'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { printInstant } from './instant.ts'
import { type ManuscriptCollection, splitManuscript, yamlOptions } from './manuscript.ts'

/** Front matter begins with what readers see first. Fields that are not named follow as they come. */
const order = [
  'collection',
  'title',
  'name',
  'role',
  'place',
  'dek',
  'category',
  'tags',
  'authors',
  'access',
  'status',
  'editorsPick',
  'publishedAt',
  'startsAt',
  'endsAt',
  'timeZone',
  'revisedAt',
  'dye',
  'image',
  'portrait',
  'programme',
  'corrections',
  'version',
]

function rank(name: string): number {
  const index = order.indexOf(name)
  return index < 0 ? order.indexOf('version') - 0.5 : index
}

type Stored = {
  readonly collection: ManuscriptCollection
  /** With the body. `updatedAt` is left out. */
  readonly fields: Fields
  readonly version: string | null
}

/** The file of a document; parsing it gives the same fields and body again. */
export function formatManuscript({ collection, fields, version }: Stored): string {
  const { body = '', updatedAt: _, ...front } = fields
  const named = {
    ...(collection === 'articles' ? {} : { collection }),
    ...front,
    ...(version === null ? {} : { version }),
  }
  const entries = Object.entries(named).filter(([, value]) => value !== undefined)
  entries.sort(([one], [other]) => rank(one) - rank(other))
  const document = new Document(Object.fromEntries(entries), yamlOptions)
  visit(document, {
    // Lists of plain words on one line, as editors write them.
    Seq(_key, node) {
      if (node.items.every((item) => !isMap(item) && !isSeq(item))) node.flow = true
    },
  })
  if (version !== null) quote(document.get('version', true))
  const yaml = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return `---\n${yaml}---\n${body}\n`
}

/** Unquoted it would be read as an instant, by other tools without its microseconds. */
function quote(node: unknown) {
  if (node instanceof Scalar) node.type = 'QUOTE_DOUBLE'
}

/** What the desk writes back into a manuscript. */
export type Mark = {
  readonly version: string
  readonly publishedAt?: Date
  /** Only where the file names one. */
  readonly status?: string
}

/** The text with the mark in it. All else stays as it was, to the character. */
export function markManuscript(text: string, { version, publishedAt, status }: Mark): string {
  const marks = {
    ...(publishedAt === undefined ? {} : { publishedAt: printInstant(publishedAt) }),
    version: `"${version}"`,
  }
  let marked = text
  if (status !== undefined) marked = setLine(marked, 'status', status, false)
  for (const [name, value] of Object.entries(marks)) marked = setLine(marked, name, value, true)
  return marked
}

function setLine(text: string, name: string, value: string, isAdded: boolean): string {
  const parts = splitManuscript(text)
  if (!parts) return text
  const { start, yaml } = parts
  const document = parseDocument(yaml, yamlOptions)
  const node = document.get(name, true)
  const range = node instanceof Scalar ? node.range : null
  if (range) {
    const [from, to] = [start + range[0], start + range[1]]
    // An empty value begins right behind the colon, and may have a comment behind it.
    const before = text[from - 1] === ':' ? ' ' : ''
    const behind = text[to] === '#' ? ' ' : ''
    return text.slice(0, from) + before + value + behind + text.slice(to)
  }
  if (!isAdded) return text
  const lineEnd = text.slice(0, start).endsWith('\r\n') ? '\r\n' : '\n'
  const end = start + yaml.length
  if (isMap(document.contents) && document.contents.flow) {
    const brace = start + document.contents.range![1] - 1
    return `${text.slice(0, brace)}, ${name}: ${value}${text.slice(brace)}`
  }
  return `${text.slice(0, end)}${lineEnd}${name}: ${value}${text.slice(end)}`
}

/** Marks the file as it is now, which the editor may have changed meanwhile. Whole or not at all. */
export function markFile(path: string, mark: Mark) {
  const text = readFileSync(path, 'utf8')
  const marked = markManuscript(text, mark)
  if (marked !== text) replaceFile(path, marked)
}

function replaceFile(path: string, content: string) {
  // What a link leads to is replaced, and not the link.
  const target = realpathSync(path)
  const draft = `${target}.${process.pid}.draft`
  writeFileSync(draft, content)
  chmodSync(draft, statSync(target).mode)
  renameSync(draft, target)
}
