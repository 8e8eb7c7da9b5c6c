/**
 * The records of an RSS file, one at a time: each element that stands in `rss > channel`, as a small
 * tree. However long the file is, memory holds one record of it.
 *
 * Entities are never expanded: a file that declares its own is refused.
 */
import { SaxesParser } from 'saxes'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { decodedFile } from '../decoded-file.ts'
import type { ImportFailure } from '../imported.ts'

export type XmlRecord = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: XmlRecord[]
  /** Characters that XML does not allow, which were taken out of it. */
  forbidden: number
}

/** Characters of one piece of text. V8's own bound is half a billion. */
const longestText = 128_000_000
const mostParts = 100_000
const deepest = 50

/** What an import has no use for and should not hold: the words and addresses of those who commented. */
const skipped = /^wp:comment_(content|author.*|parent|id|user_id|date.*)$|^wp:commentmeta$/

/** Those that XML 1.0 does not allow. WordPress exports them as they were pasted in. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Counted up to here between two records. */
const mostForbidden = 1_000

/** The entities that XML itself has. */
const xmlEntities: Readonly<Record<string, string>> = {
  amp: '&',
  gt: '>',
  lt: '<',
  quot: '"',
  apos: "'",
}
const nameSyntax = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*$/u

/**
 * The character that an entity stands for. HTML's own entities and numbers of no character stay as they
 * are written, for whoever reads the text as HTML; null for what isn't written as an entity.
 */
function characterOf(entity: string): string | null {
  if (Object.hasOwn(xmlEntities, entity)) return xmlEntities[entity]!
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,8})|(\d{1,8}))$/i.exec(entity) ?? []
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal ?? Number.NaN)
  if (isXmlCharacter(code)) return String.fromCodePoint(code)
  return entity.startsWith('#') || nameSyntax.test(entity) ? `&${entity};` : null
}

/** https://www.w3.org/TR/xml/#charsets */
function isXmlCharacter(code: number): boolean {
  return (
    [0x9, 0xa, 0xd].includes(code) ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  )
}

export async function* xmlRecords(path: string): AsyncGenerator<Result<XmlRecord, ImportFailure>> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  // In place of the parser's own, which calls an entity that it doesn't know an error like any other.
  Object.assign(parser, {
    parseEntity(entity: string): string {
      const character = characterOf(entity)
      if (character === null) parser.fail('disallowed character in entity name')
      return character ?? `&${entity};`
    },
  })
  const done: XmlRecord[] = []
  const open: (XmlRecord | null)[] = []
  let failure: ImportFailure | undefined
  let parts = 0
  let sinceEvent = 0
  const giveUp = (reason: string) => {
    failure ??= { reason, line: parser.line }
  }
  const forbidden: number[] = []

  parser.on('error', ({ message }) => giveUp(`is not well-formed XML: ${message}`))
  parser.on('doctype', (declaration) => {
    if (/[[]|ENTITY/.test(declaration))
      giveUp('declares entities of its own, which no export of WordPress does')
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0
    const depth = open.length
    if (depth === 0 && name !== 'rss')
      giveUp(`begins with <${name.slice(0, 50)}>, not with <rss> as an export of WordPress does`)
    if (depth > deepest) giveUp('has elements nested deeper than an export of WordPress')
    const above = open.at(-1)
    const isRecord = depth >= 2 && above !== null && !skipped.test(name)
    const record: XmlRecord | null =
      isRecord || depth < 2
        ? {
            name,
            attributes: attributes as Record<string, string>,
            text: '',
            children: [],
            forbidden: 0,
          }
        : null
    if (record && above && depth > 2) above.children.push(record)
    if (depth === 2) parts = 0
    if (++parts > mostParts)
      giveUp(`has an element with more than ${mostParts.toLocaleString('en-GB')} parts`)
    open.push(record)
  })
  const addText = (text: string) => {
    sinceEvent = 0
    const record = open.at(-1)
    if (!record || open.length <= 2) return
    if (record.text.length + text.length > longestText)
      giveUp('has a text that is too long to be read')
    else record.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    sinceEvent = 0
    const record = open.pop()
    if (failure || open.length !== 2 || !record) return
    record.forbidden = forbidden.findLastIndex((at) => at <= parser.position) + 1
    forbidden.splice(0, record.forbidden)
    done.push(record)
  })

  let fed = 0
  for await (const piece of decodedFile(path)) {
    if (!piece.ok) return yield piece
    let taken = 0
    const clean = piece.value.replace(forbiddenCharacters, (_, at: number) => {
      if (forbidden.length < mostForbidden) forbidden.push(fed + at - taken)
      taken++
      return ''
    })
    fed += clean.length
    sinceEvent += clean.length
    parser.write(clean)
    if (sinceEvent > longestText) giveUp('has a text that is too long to be read')
    for (const record of done.splice(0)) yield succeed(record)
    if (failure) return yield fail(failure)
  }
  const { line } = parser
  const wasOpen = open.at(-1)?.name ?? (open.length > 0 ? 'an element' : undefined)
  if (wasOpen !== undefined) {
    return yield fail({ reason: `ends in the middle of <${wasOpen}>: it was cut off`, line })
  }
  parser.close()
  for (const record of done.splice(0)) yield succeed(record)
  if (failure) yield fail(failure)
}

/** The text of the first part of this name; '' where there is none. */
export function partOf(record: XmlRecord, name: string): string {
  return record.children.find((child) => child.name === name)?.text.trim() ?? ''
}
