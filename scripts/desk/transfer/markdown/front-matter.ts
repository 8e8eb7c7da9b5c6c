/**
 * The front matter of any of these tools: YAML between ---, TOML between +++, or a JSON object. A
 * file may come from anybody: what refers to itself without end is refused.
 */
import { parse as parseToml, TomlDate, TomlError } from 'smol-toml'
import { LineCounter, parseDocument } from 'yaml'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import type { ImportFailure } from '../../import/imported.ts'

export type FrontMatter = Readonly<Record<string, unknown>>

export type MarkdownFile = {
  /** Dates of any kind are text here, as they are written. */
  readonly data: FrontMatter
  readonly body: string
}

const fences = /^(---|\+\+\+)[ \t]*\n(?:([\s\S]*?)\n)?\1[ \t]*(?:\n|$)/
/** More front matter than this is none. */
const longest = 200_000

export function parseMarkdownFile(text: string): Result<MarkdownFile, ImportFailure> {
  const source = text.replace(/^\uFEFF/, '')
  if (source.startsWith('{')) return parseJson(source)
  const match = fences.exec(source)
  if (!match) {
    return /^(?:---|\+\+\+)[ \t]*\n/.test(source)
      ? fail({ reason: 'its front matter has no end', line: 1 })
      : succeed({ data: {}, body: source })
  }
  const [whole, fence, front = ''] = match
  if (front.length > longest) return fail({ reason: 'its front matter is too long', line: 1 })
  const data = fence === '---' ? parseYaml(front) : readToml(front)
  return data.ok ? succeed({ data: data.value, body: source.slice(whole.length) }) : data
}

function asObject(value: unknown): Result<FrontMatter, ImportFailure> {
  if (value === null || value === undefined) return succeed({})
  if (typeof value === 'object' && !Array.isArray(value)) return succeed(value as FrontMatter)
  return fail({ reason: 'its front matter is no list of names with values', line: 2 })
}

function parseYaml(source: string): Result<FrontMatter, ImportFailure> {
  const lines = new LineCounter()
  // The core schema knows no dates: they stay as they are written, for a clock to be put to them.
  const document = parseDocument(source, {
    lineCounter: lines,
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
  })
  const [error] = document.errors
  if (error) {
    return fail({
      reason: `its front matter is broken: ${error.message}`,
      line: lines.linePos(error.pos[0]).line + 1,
    })
  }
  try {
    return asObject(document.toJS({ maxAliasCount: 100 }))
  } catch {
    return fail({ reason: 'its front matter refers to itself too often', line: 2 })
  }
}

function readToml(source: string): Result<FrontMatter, ImportFailure> {
  try {
    return asObject(withoutTomlDates(parseToml(source)))
  } catch (error) {
    const line = error instanceof TomlError ? error.line + 1 : 2
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unreadable'
    return fail({ reason: `its front matter is broken: ${reason}`, line })
  }
}

function withoutTomlDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString()
  if (Array.isArray(value)) return value.map(withoutTomlDates)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutTomlDates(inner)]),
  )
}

/** An object that ends on a line of its own, as Hugo has it. */
function parseJson(source: string): Result<MarkdownFile, ImportFailure> {
  for (let end = source.indexOf('\n}'), tries = 0; end >= 0 && tries < 100; tries++) {
    try {
      const data = asObject(JSON.parse(source.slice(0, end + 2)))
      return data.ok ? succeed({ data: data.value, body: source.slice(end + 2) }) : data
    } catch {
      end = source.indexOf('\n}', end + 1)
    }
  }
  // A text may begin with a brace.
  return /^\{\s*"/.test(source)
    ? fail({ reason: 'its front matter is broken JSON', line: 1 })
    : succeed({ data: {}, body: source })
}
