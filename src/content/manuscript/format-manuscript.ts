import { Document, isMap, isSeq, parseDocument, Scalar, visit } from 'yaml'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import type { DocumentFields } from './document.ts'
import { formatLocalTime } from './local-time.ts'
import { createYamlOptions } from './parse-front-matter.ts'
import { findTimeZone, splitManuscript } from './parse-manuscript.ts'

/** Fields that aren't listed follow in their own order. */
const fieldOrder = [
  'collection',
  'title',
  'name',
  'description',
  'order',
  'subject',
  'preheader',
  'date',
  'lead',
  'stories',
  'missed',
  'role',
  'place',
  'dek',
  'language',
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
  'accentColour',
  'image',
  'portrait',
  'programme',
  'corrections',
  'version',
]

function fieldRank(name: string): number {
  const index = fieldOrder.indexOf(name)
  return index < 0 ? fieldOrder.indexOf('version') - 0.5 : index
}

type ManuscriptSource = {
  readonly collection: ManuscriptCollection
  /** Includes the body. `updatedAt` is left out. */
  readonly fields: DocumentFields
  readonly version: string | null
}

/** Parsing the result gives the same fields and body. */
export function formatManuscript({ collection, fields, version }: ManuscriptSource): string {
  const { body = '', updatedAt: _, ...documentFields } = fields
  const frontMatter = {
    ...(collection === 'articles' ? {} : { collection }),
    ...documentFields,
    ...(version === null ? {} : { version }),
  }
  const entries = Object.entries(frontMatter).filter(([, value]) => value !== undefined)
  entries.sort(([one], [other]) => fieldRank(one) - fieldRank(other))
  const document = new Document(
    Object.fromEntries(entries),
    createYamlOptions(findTimeZone(fields)),
  )
  visit(document, {
    // Puts simple lists on one line, as editors write them.
    Seq(_key, node) {
      if (node.items.every((item) => !isMap(item) && !isSeq(item))) node.flow = true
    },
  })
  if (version !== null) forceQuotes(document.get('version', true))
  const yaml = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return `---\n${yaml}---\n${body}\n`
}

/** Other tools would parse an unquoted version as a date, without its microseconds. */
function forceQuotes(node: unknown) {
  if (node instanceof Scalar) node.type = 'QUOTE_DOUBLE'
}

export type PublishedState = {
  readonly version: string
  readonly publishedAt?: Date
  /** Only updated if the file has one. */
  readonly status?: string
}

/** Writes these fields, and changes no other character of the text. */
export function writePublishedState(
  text: string,
  { version, publishedAt, status }: PublishedState,
): string {
  const lines = {
    ...(publishedAt === undefined ? {} : { publishedAt: formatLocalTime(publishedAt) }),
    version: `"${version}"`,
  }
  let updated = text
  if (status !== undefined) updated = setFieldLine(updated, 'status', status, false)
  for (const [name, value] of Object.entries(lines))
    updated = setFieldLine(updated, name, value, true)
  return updated
}

function setFieldLine(text: string, name: string, value: string, addIfMissing: boolean): string {
  const parts = splitManuscript(text)
  if (!parts) return text
  const { start, yaml } = parts
  const document = parseDocument(yaml, { prettyErrors: false })
  const node = document.get(name, true)
  const range = node instanceof Scalar ? node.range : null
  if (range) {
    const [from, to] = [start + range[0], start + range[1]]
    // An empty value starts right after the colon, and a comment may follow.
    const before = text[from - 1] === ':' ? ' ' : ''
    const commentGap = text[to] === '#' ? ' ' : ''
    return text.slice(0, from) + before + value + commentGap + text.slice(to)
  }
  if (!addIfMissing) return text
  const lineEnd = text.slice(0, start).endsWith('\r\n') ? '\r\n' : '\n'
  const end = start + yaml.length
  if (isMap(document.contents) && document.contents.flow) {
    const brace = start + document.contents.range![1] - 1
    return `${text.slice(0, brace)}, ${name}: ${value}${text.slice(brace)}`
  }
  return `${text.slice(0, end)}${lineEnd}${name}: ${value}${text.slice(end)}`
}
