/**
 * Reads the records of an RSS or Atom file, such as the children of `rss > channel`, holding one in memory at a time.
 * Entities are never expanded: a file that declares its own is refused.
 */
import { SaxesParser } from 'saxes'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { countLines, readTextStream } from '../read-text-stream.ts'
import { createAmpersandScanner } from './scan-ampersands.ts'
import { forbiddenCharacters, resolveEntity } from './xml-entities.ts'

export type XmlRecord = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: XmlRecord[]
}

/** Characters per text; V8's own limit is half a billion. */
const maxTextLength = 128_000_000
const textLimitReason = `contains an element with more than ${maxTextLength / 1e6} million characters. Shorten or remove it, then import the file again.`
const maxParts = 100_000
const maxDepth = 50

/** Elements that aren't kept in memory: commenters' texts and addresses. */
const skippedElements = /^wp:comment_(content|author.*|parent|id|user_id|date.*)$|^wp:commentmeta$/

const jsonFailure: ImportFailure = {
  reason:
    'is JSON, not a WordPress export. If it’s a Ghost export, run: npm run desk -- import ghost FILE',
}
const bareAmpersandReason =
  'isn’t well-formed XML: “&” must be written as “&amp;” here. Add --repair to escape every such “&”; the report lists them'

/** The place of a format's records in the document. */
export type XmlFormat = { readonly name: string; readonly root: string; readonly depth: number }

const wordPressExport: XmlFormat = { name: 'a WordPress export', root: 'rss', depth: 2 }

export type XmlRepair = { readonly kind: 'ampersand' | 'control'; readonly line: number }

/** Removes control characters. A bare ampersand ends the file with a failure, or is escaped with `isRepair`. */
export async function* readXmlRecords(
  path: string,
  isRepair: boolean,
  onRepair: (repair: XmlRepair) => void = () => {},
  format = wordPressExport,
): AsyncGenerator<Result<XmlRecord, ImportFailure>> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  // Replaces the parser's method, for which every unknown entity is an error.
  Object.assign(parser, {
    parseEntity(entity: string): string {
      const character = resolveEntity(entity)
      if (character === null) parser.fail('disallowed character in entity name')
      return character ?? `&${entity};`
    },
  })
  const completed: XmlRecord[] = []
  const openElements: (XmlRecord | null)[] = []
  let failure: ImportFailure | undefined
  let parts = 0
  let charactersSinceEvent = 0
  const failWith = (reason: string) => {
    failure ??= { reason, line: parser.line }
  }

  parser.on('error', ({ message }) =>
    failWith(`isn’t well-formed XML: ${message.replace(/\.$/, '')}. Export it again.`),
  )
  parser.on('doctype', (declaration) => {
    if (/[[]|ENTITY/.test(declaration)) failWith(`isn’t ${format.name}: it declares entities`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    charactersSinceEvent = 0
    const depth = openElements.length
    if (depth === 0 && name !== format.root)
      failWith(
        `isn’t ${format.name}: it begins with <${name.slice(0, 50)}> instead of <${format.root}>. Choose another file.`,
      )
    if (depth > maxDepth)
      failWith(`isn’t ${format.name}: its elements are nested more than ${maxDepth} deep`)
    const parent = openElements.at(-1)
    const isRecord = depth >= format.depth && parent !== null && !skippedElements.test(name)
    const empty = { text: '', children: [] }
    const record: XmlRecord | null =
      isRecord || depth < format.depth
        ? { name, attributes: attributes as Record<string, string>, ...empty }
        : null
    if (record && parent && depth > format.depth) parent.children.push(record)
    if (depth === format.depth) parts = 0
    if (++parts > maxParts)
      failWith(`has an element with more than ${maxParts.toLocaleString('en-GB')} parts`)
    openElements.push(record)
  })
  const addText = (text: string) => {
    charactersSinceEvent = 0
    const record = openElements.at(-1)
    if (!record || openElements.length <= format.depth) return
    if (record.text.length + text.length > maxTextLength) failWith(textLimitReason)
    else record.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    charactersSinceEvent = 0
    const record = openElements.pop()
    if (failure || openElements.length !== format.depth || !record) return
    completed.push(record)
  })

  const scanner = createAmpersandScanner({
    onText(text) {
      if (!failure) parser.write(text)
    },
    onAmpersand(line) {
      if (isRepair) {
        onRepair({ kind: 'ampersand', line })
        parser.write('&amp;')
      } else failure ??= { reason: bareAmpersandReason, line }
    },
  })
  let isFirstChunk = true
  let linesRead = 1
  let lastRepairedLine = 0
  const removeForbidden = (text: string) => {
    let searchedTo = 0
    const cleanText = text.replace(forbiddenCharacters, (_, at: number) => {
      linesRead += countLines(text.slice(searchedTo, at))
      searchedTo = at
      if (linesRead > lastRepairedLine) onRepair({ kind: 'control', line: linesRead })
      lastRepairedLine = linesRead
      return ''
    })
    linesRead += countLines(text.slice(searchedTo))
    return cleanText
  }
  for await (const chunk of readTextStream(path)) {
    if (!chunk.ok) return yield chunk
    if (isFirstChunk && /^\uFEFF?\s*[[{]/.test(chunk.value)) return yield fail(jsonFailure)
    const cleanText = removeForbidden(chunk.value)
    isFirstChunk = false
    charactersSinceEvent += cleanText.length
    scanner.read(cleanText)
    if (charactersSinceEvent > maxTextLength) failWith(textLimitReason)
    for (const record of completed.splice(0)) yield succeed(record)
    if (failure) return yield fail(failure)
  }
  scanner.end()
  for (const record of completed.splice(0)) yield succeed(record)
  if (failure) return yield fail(failure)
  const { line } = parser
  const unclosedElement =
    openElements.at(-1)?.name ?? (openElements.length > 0 ? 'an element' : undefined)
  if (unclosedElement !== undefined) {
    return yield fail({
      reason: `is incomplete: it ends inside <${unclosedElement}>. Export it again.`,
      line,
    })
  }
  parser.close()
  for (const record of completed.splice(0)) yield succeed(record)
  if (failure) yield fail(failure)
}

/** Returns the text of the first child with this name, or ''. */
export function readChildText(record: XmlRecord, name: string): string {
  return record.children.find((child) => child.name === name)?.text.trim() ?? ''
}
