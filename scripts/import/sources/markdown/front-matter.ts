/**
 * Finds the front matter of a text in all forms that site generators use. A text that may begin with front matter
 * that can't be read is refused, because it may say that the text isn't public.
 */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { isKnownField } from './front-matter-fields.ts'
import {
  type FrontMatter,
  findJsonEnd,
  parseFields,
  parseHeaderLines,
} from './front-matter-syntax.ts'
import { isVisibilityField } from './visibility-fields.ts'

export type MarkdownFile = {
  /** The fields, with dates as text, as written. */
  readonly data: FrontMatter
  readonly body: string
  /** True even if the front matter is empty. */
  readonly hasFrontMatter: boolean
}

type Found = Result<Omit<MarkdownFile, 'hasFrontMatter'>, ImportFailure> | null

/** Characters. */
const maxLength = 200_000
/** In gray-matter's syntax, a language's name follows the fence. */
const openingFence = /^(-{3,}|\+{3,}|;{3,})[ \t]*([^\n]*)(?:\n|$)/
const closingFences = {
  '-': /^(?:-{3,}|\.\.\.)[ \t]*$/m,
  '+': /^\+{3,}[ \t]*$/m,
  ';': /^;{3,}[ \t]*$/m,
} as const
const languages = { '-': 'yaml', '+': 'toml', ';': 'json' } as const
type FenceCharacter = keyof typeof languages

export function parseMarkdownFile(text: string): Result<MarkdownFile, ImportFailure> {
  const whole = text.replace(/^\uFEFF/, '')
  // Hugo skips blank lines before front matter.
  const source = whole.trimStart()
  const skippedLines = whole.slice(0, whole.length - source.length).split('\n').length - 1
  const found =
    findFenced(source) ?? findJsonObject(source) ?? findComment(source) ?? findUnfenced(source)
  if (found && !found.ok) {
    const { line } = found.failure
    return line === undefined ? found : fail({ ...found.failure, line: line + skippedLines })
  }
  return succeed(
    found
      ? { ...found.value, hasFrontMatter: true }
      : { data: {}, body: whole, hasFrontMatter: false },
  )
}

function findFenced(source: string): Found {
  const opening = openingFence.exec(source)
  if (!opening) return null
  const [first, fence, language] = opening as unknown as [string, string, string]
  const character = fence[0] as FenceCharacter
  const rest = source.slice(first.length)
  const closing = closingFences[character].exec(rest)
  const front = rest.slice(0, closing?.index ?? 0)
  // Longer fences are also thematic breaks.
  if (fence.length > 3 && (language !== '' || !hasKnownField(front))) return null
  if (!closing)
    return fail({
      reason: 'the front matter isn’t closed. Add a line like its first one below its fields.',
      line: 1,
    })
  if (front.length > maxLength)
    return fail({
      reason: `the front matter is longer than ${maxLength.toLocaleString('en-GB')} characters. Shorten it.`,
      line: 1,
    })
  const isComment = language === '' || language.startsWith('#')
  const data = parseFields(front, isComment ? languages[character] : language.trim(), 1)
  return data.ok ? succeed({ data: data.value, body: skipLine(rest, closing.index) }) : data
}

function skipLine(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  return end < 0 ? '' : text.slice(end + 1)
}

/** Hugo accepts JSON. A text may also begin with a brace, as templates do. */
function findJsonObject(source: string): Found {
  if (!/^\{\s*(?:["}]|[\w-]+[ \t]*:)/.test(source)) return null
  const end = findJsonEnd(source)
  const data = end === null ? null : parseFields(source.slice(0, end), 'json', 0)
  if (end === null || !data?.ok)
    return fail({ reason: 'the front matter is invalid JSON', line: 1 })
  return succeed({ data: data.value, body: source.slice(end) })
}

/** Finds front matter in Nikola's comments. */
function findComment(source: string): Found {
  const end = source.startsWith('<!--') ? source.indexOf('-->') : -1
  if (end < 0) return null
  const front = source.slice('<!--'.length, end).replace(/^[ \t]*\.\.[ \t]/gm, '')
  if (!hasKnownField(front)) return null
  const data = parseHeaderLines(front.replace(/^[ \t]*\n/, ''))
  return data
    ? succeed({ data, body: source.slice(end + '-->'.length) })
    : fail({ reason: unreadable, line: 1 })
}

const unreadable = 'it begins with what looks like front matter, but can’t be read'

/** Finds Hexo's front matter with only a closing fence, and the headers of Pelican and MultiMarkdown. */
function findUnfenced(source: string): Found {
  const isField = readFieldName(source.split('\n', 1)[0]!) !== null
  const fence = isField ? closingFenceAlone.exec(source) : null
  const front = source.slice(0, fence?.index ?? 0)
  if (fence && front.length <= maxLength && hasKnownField(front)) {
    const isJson = fence[0].startsWith('\n;')
    const data = parseFields(isJson ? `{${front}}` : front, isJson ? 'json' : 'yaml', 0)
    if (data.ok) return succeed({ data: data.value, body: skipLine(source, fence.index + 1) })
  }
  const [block = ''] = splitBlocks(source, maxLength)
  const data = isField && hasKnownField(block) ? parseHeaderLines(block) : null
  const body = data ? source.slice(block.length) : source
  const isBroken = data === null && isField && countKnownFields(block) > 1
  return isBroken || hidesFields(body, front.length - (source.length - body.length))
    ? fail({ reason: unreadable, line: 1 })
    : data && succeed({ data, body })
}

const closingFenceAlone = /\n(?:-{3,}|;{3,})[ \t]*(?:\n|$)/

const splitBlocks = (text: string, length: number) => text.slice(0, length).split(/\n[ \t]*\n\s*/)

/**
 * Returns whether a text begins with fields about its visibility in an unknown format, or has such fields before a
 * fence.
 */
function hidesFields(text: string, fenceAt: number): boolean {
  const blocks = splitBlocks(skipComments(text), maxLength).filter(
    (block) => !/^#[^\n]*$/.test(block),
  )
  const first = blocks.findIndex((block) => !/^(?:import|export)\b/.test(block))
  const scripts = blocks.slice(0, first < 0 ? undefined : first)
  const fields = splitBlocks(text, Math.max(fenceAt, 0)).filter((block) =>
    block.split('\n').every((line) => readFieldName(line) !== null),
  )
  return (
    scripts.some((script) =>
      script.match(/\b\w+(?=["']?[ \t]{0,3}[:=])/g)?.some(isVisibilityField),
    ) || [...fields, blocks[Math.max(first, 0)] ?? ''].some(hasVisibilityField)
  )
}

/** Returns a text without the comments and blank lines at its beginning. */
function skipComments(text: string): string {
  let rest = text.slice(0, maxLength).trimStart()
  for (let end = 0; rest.startsWith('<!--') && end >= 0; ) {
    end = rest.indexOf('-->')
    if (end >= 0) rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

/** Matches a field at the beginning of a line, in YAML, TOML, JSON, scripts and headers. */
const fieldPattern = /^[ \t]*(?:(?:const|let|var)[ \t]|\.\.[ \t]|#\+|[%@:])?([^:=\n]{1,60})[:=]/

function readFieldName(line: string): string | null {
  const name = fieldPattern
    .exec(line)?.[1]
    ?.trim()
    .replace(/^["']|["']$/g, '')
  return name && /^[A-Za-z][\w .-]*$/.test(name) ? name : null
}
const isFieldLine = (line: string) => isKnownField(readFieldName(line) ?? '')
const countKnownFields = (text: string) => text.split('\n').filter(isFieldLine).length
const hasKnownField = (text: string) => text.split('\n').some(isFieldLine)
/** Lists, tables and bold names may hold fields too. */
const hasVisibilityField = (text: string) =>
  text.split('\n').some((line) => {
    const bare = line.replace(/^[ \t>*+-]+(?=\S)|\*\*|__/g, '')
    const cells = /^\s*\|/.test(line) ? line.split('|').map((cell) => cell.trim()) : []
    return [readFieldName(bare) ?? '', ...cells].some(isVisibilityField)
  })
