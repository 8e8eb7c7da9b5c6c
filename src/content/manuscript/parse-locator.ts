/** Finds the place of a problem in a manuscript’s file, and what to change there. The Worker never loads this file. */
import { type Document, isMap, isNode, isScalar, type LineCounter, stringify } from 'yaml'
import {
  describeProblem,
  type FieldPath,
  type FieldProblem,
  type FileProblem,
  type Fix,
  type TextEdit,
} from './problem.ts'

type FileParts = {
  /** Where the front matter starts in the file. */
  readonly start: number
  readonly bodyStart: number
  readonly document: Document.Parsed
  readonly lineCounter: LineCounter
  /** Whether the document’s offsets are valid for the file’s front matter. */
  readonly isUnchanged: boolean
}

export function createLocator(path: string, text: string, parts: FileParts) {
  const rest = text.slice(parts.bodyStart)
  const bodyStart = text.length - rest.trimStart().length
  const bodyLine = text.slice(0, bodyStart).split('\n').length
  return (problem: FieldProblem): FileProblem => {
    const { field, message, line, fix } = problem
    const edit = fix && !fix.isGuess ? findEdit(text, bodyStart, parts, field, fix) : null
    const rest = { path, ...(edit ? { edit } : {}) }
    if (line !== undefined) return { ...rest, line: bodyLine + line - 1, column: 1, message }
    const description = describeProblem(field, message)
    if (field[0] === 'body') return { ...rest, line: bodyLine, column: 1, message: description }
    const at = findOffset(parts.document, field)
    if (at === null) return { ...rest, line: 1, column: 1, message: description }
    const { line: fieldLine, col } = parts.lineCounter.linePos(at)
    return { ...rest, line: fieldLine + 1, column: col, message: description }
  }
}

/** The field's offset, or its nearest parent's. */
function findOffset(document: Document.Parsed, field: FieldPath): number | null {
  for (let depth = field.length; depth > 0; depth--) {
    const node = document.getIn(field.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return null
}

function findEdit(
  text: string,
  bodyStart: number,
  { start, document, isUnchanged }: FileParts,
  field: FieldPath,
  fix: Fix,
): TextEdit | null {
  if ('edit' in fix) return moveEdit(text, bodyStart, fix.edit)
  if (!isUnchanged) return null
  const parent = document.getIn(field.slice(0, -1), true)
  const name = field.at(-1)
  if ('name' in fix) {
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === name)
      : undefined
    return pair && isNode(pair.key) && pair.key.range
      ? replace(start, pair.key.range, fix.name)
      : null
  }
  const node = document.getIn(field, true)
  if (!isScalar(node) || !node.range) return null
  const insert = stringify(fix.value, {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
  })
  return replace(start, node.range, insert.trimEnd())
}

const replace = (start: number, [from, to]: readonly [number, number, number], insert: string) => ({
  from: start + from,
  to: start + to,
  insert,
})

/** The body is the file’s text without surrounding space, and with \n at the ends of its lines. */
function moveEdit(text: string, bodyStart: number, { from, to, insert }: TextEdit): TextEdit {
  const hasReturns = text.includes('\r\n')
  const move = (offset: number) => {
    if (!hasReturns) return bodyStart + offset
    let at = bodyStart
    for (let index = 0; index < offset; index++) at += text.startsWith('\r\n', at) ? 2 : 1
    return at
  }
  const ends = hasReturns ? insert.replaceAll('\n', '\r\n') : insert
  return { from: move(from), to: move(to), insert: ends }
}
