/** Parses the languages of front matter and settings. Refuses exponential YAML aliases, and never runs scripts. */
import { parse as parseToml, TomlDate, TomlError } from 'smol-toml'
import { LineCounter, parseDocument } from 'yaml'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { describeYamlErrors } from '../../items/describe-yaml-error.ts'
import type { ImportFailure } from '../../items/imported-item.ts'
import { readScriptLiterals } from './script-literals.ts'

export type FrontMatter = Readonly<Record<string, unknown>>
type Fields = Result<FrontMatter, ImportFailure>

/** `linesBefore` is the number of lines before the source, for failures. */
export function parseFields(source: string, language: string, linesBefore: number): Fields {
  switch (language.toLowerCase()) {
    case 'yaml':
    case 'yml':
      return parseYamlFields(source, linesBefore)
    case 'toml':
      return parseTomlFields(source, linesBefore)
    case 'json': {
      const value = source.trim() === '' ? {} : parseJson(bracedJson(source))
      const line = linesBefore + 1
      return value === undefined
        ? fail({ reason: 'the front matter is invalid JSON', line })
        : toFields(value, line)
    }
    case 'js':
    case 'javascript': {
      const value = readScriptLiterals(source)
      const reason =
        'the front matter is a script with more than literals, and scripts aren’t run. Replace it with fields, such as “title: My story”.'
      return value === null ? fail({ reason, line: linesBefore + 1 }) : succeed(value)
    }
    default:
      return fail({
        reason: `the front matter is in an unsupported language (${language.slice(0, 40)}). Use YAML, TOML or JSON.`,
        line: Math.max(linesBefore, 1),
      })
  }
}

/** Hexo leaves the braces out. */
const bracedJson = (source: string) => (/^\s*"/.test(source) ? `{${source}}` : source)

function toFields(value: unknown, line: number): Fields {
  if (value === null || value === undefined) return succeed({})
  if (typeof value === 'object' && !Array.isArray(value)) return succeed(value as FrontMatter)
  return fail({
    reason: 'the front matter must consist of fields, such as “title: My story”',
    line,
  })
}

function parseYamlFields(source: string, linesBefore: number): Fields {
  const lines = new LineCounter()
  // The core schema keeps dates as text; their zone is decided later. Of equal keys the last one counts.
  const document = parseDocument(source, {
    lineCounter: lines,
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
  })
  // Site generators read only the first of several documents.
  const errors = document.errors.filter(({ code }) => code !== 'MULTIPLE_DOCS')
  const [problem] = describeYamlErrors(errors, source, lines)
  if (problem) {
    const { line, reason } = problem
    return fail({ reason: `the front matter is invalid: ${reason}`, line: line + linesBefore })
  }
  try {
    return toFields(document.toJS({ maxAliasCount: 100 }), linesBefore + 1)
  } catch {
    return fail({
      reason: 'the front matter uses more than 100 YAML aliases. Replace them with their values.',
      line: linesBefore + 1,
    })
  }
}

function parseTomlFields(source: string, linesBefore: number): Fields {
  try {
    return toFields(convertTomlDates(parseToml(source)), linesBefore + 1)
  } catch (error) {
    const line = linesBefore + (error instanceof TomlError ? error.line : 1)
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

/** Returns the end of the object at a text's beginning; null if it isn't closed. */
export function findJsonEnd(source: string): number | null {
  let depth = 0
  let isInString = false
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '"') isInString = !isInString
    else if (isInString) at += character === '\\' ? 1 : 0
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return null
}

/** Parses lines such as `Key: value`, continued on indented lines. Returns null if there is any other line. */
export function parseHeaderLines(source: string): FrontMatter | null {
  const fields: [string, string][] = []
  for (const line of source.trimEnd().split('\n')) {
    const [, name = '', value = ''] = /^ {0,3}([^\s:][^:]*):(?=[ \t]|$)(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (/^[A-Za-z0-9][\w .-]*$/.test(name)) fields.push([name.trim(), value.trim()])
    else if (last && /^(?: {4}|\t)/.test(line)) last[1] = `${last[1]}\n${line.trim()}`.trim()
    else return null
  }
  return Object.fromEntries(fields)
}
