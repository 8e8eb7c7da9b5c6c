/** YAML between ---, TOML between +++, or JSON. Refuses files with exponential YAML aliases. */
import { parse as parseToml, TomlDate, TomlError } from 'smol-toml'
import { LineCounter, parseDocument } from 'yaml'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { describeYamlErrors } from '../../items/describe-yaml-error.ts'
import type { ImportFailure } from '../../items/imported-item.ts'

export type FrontMatter = Readonly<Record<string, unknown>>

export type MarkdownFile = {
  /** Dates are text, as written. */
  readonly data: FrontMatter
  readonly body: string
}

const frontMatterPattern = /^(---|\+\+\+)[ \t]*\n(?:([\s\S]*?)\n)?\1[ \t]*(?:\n|$)/
/** Characters. */
const maxLength = 200_000

export function parseMarkdownFile(text: string): Result<MarkdownFile, ImportFailure> {
  const source = text.replace(/^\uFEFF/, '')
  if (source.startsWith('{')) return parseJsonFrontMatter(source)
  const match = frontMatterPattern.exec(source)
  if (!match) {
    return /^(?:---|\+\+\+)[ \t]*\n/.test(source)
      ? fail({ reason: 'the front matter isn’t closed', line: 1 })
      : succeed({ data: {}, body: source })
  }
  const [whole, fence, front = ''] = match
  if (front.length > maxLength) return fail({ reason: 'the front matter is too long', line: 1 })
  const data = fence === '---' ? parseYamlFrontMatter(front) : parseTomlFrontMatter(front)
  return data.ok ? succeed({ data: data.value, body: source.slice(whole.length) }) : data
}

function toFrontMatter(value: unknown): Result<FrontMatter, ImportFailure> {
  if (value === null || value === undefined) return succeed({})
  if (typeof value === 'object' && !Array.isArray(value)) return succeed(value as FrontMatter)
  return fail({ reason: 'the front matter must be a list of names with values', line: 2 })
}

function parseYamlFrontMatter(source: string): Result<FrontMatter, ImportFailure> {
  const lines = new LineCounter()
  // The core schema keeps dates as text; their zone is decided later.
  const document = parseDocument(source, {
    lineCounter: lines,
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
  })
  const [problem] = describeYamlErrors(document.errors, source, lines)
  if (problem) {
    const { line, reason } = problem
    // The first line is the fence.
    return fail({ reason: `the front matter is invalid: ${reason}`, line: line + 1 })
  }
  try {
    return toFrontMatter(document.toJS({ maxAliasCount: 100 }))
  } catch {
    return fail({ reason: 'the front matter uses too many YAML aliases', line: 2 })
  }
}

function parseTomlFrontMatter(source: string): Result<FrontMatter, ImportFailure> {
  try {
    return toFrontMatter(convertTomlDates(parseToml(source)))
  } catch (error) {
    const line = error instanceof TomlError ? error.line + 1 : 2
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable'
    return fail({ reason: `the front matter is invalid: ${reason}`, line })
  }
}

function convertTomlDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(convertTomlDates)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, convertTomlDates(inner)]),
  )
}

/** Lines that may end the object. A text may have any number of them, and each costs a parse of all before it. */
const maxJsonEnds = 100

/** As in Hugo, the object ends on a line of its own. */
function parseJsonFrontMatter(source: string): Result<MarkdownFile, ImportFailure> {
  for (const { index } of source.matchAll(/\n\}/g).take(maxJsonEnds)) {
    const end = index + 2
    const parsed = parseJson(source.slice(0, end))
    if (parsed === undefined) continue
    const data = toFrontMatter(parsed)
    return data.ok ? succeed({ data: data.value, body: source.slice(end) }) : data
  }
  // A text may also begin with a brace.
  return /^\{\s*"/.test(source)
    ? fail({ reason: 'the front matter is invalid JSON', line: 1 })
    : succeed({ data: {}, body: source })
}
