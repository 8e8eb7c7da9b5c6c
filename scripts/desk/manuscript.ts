/**
 * The files that editors write: YAML front matter, then Markdown. Knows where everything stands, so
 * that whatever is wrong can be said with its line. A file may come from anybody.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LineCounter, parseDocument, Scalar, type ScalarTag } from 'yaml'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { parseInstant, printInstant } from './instant.ts'
import { describeProblem, type FieldPath, type Problem } from './problem.ts'

export const manuscriptCollections = ['articles', 'authors', 'pages', 'events'] as const
export type ManuscriptCollection = (typeof manuscriptCollections)[number]

/** Everything that editors change; the front page has no manuscript. */
export type EditedCollection = ManuscriptCollection | 'front'

export type Manuscript = {
  readonly path: string
  readonly slug: string
  readonly collection: ManuscriptCollection
  /** The stored document's updateTime that it is based on; null where it is new. */
  readonly version: string | null
  /** The front matter, without what is the desk's own. */
  readonly fields: Record<string, unknown>
  readonly body: string
  /** A problem with a field, or with the line of the body that is given (the first is 1). */
  problem(field: FieldPath, message: string, bodyLine?: number): Problem
}

/** Front matter as it stands in a file, with the offset of its first character. */
const frontMatter = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Instants with a zone are Dates; days and local times stay text, which no field takes. */
const instantTag: ScalarTag = {
  identify: (value) => value instanceof Date,
  default: true,
  tag: 'tag:yaml.org,2002:timestamp',
  test: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}.*(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/,
  resolve(text, onError) {
    const instant = parseInstant(text)
    if (!instant) onError(`${text} is no time that there is`)
    return instant
  },
  stringify: ({ value }) => printInstant(value as Date),
}

export const yamlOptions = { customTags: [instantTag], prettyErrors: false }

/** Where front matter and body lie in a text; null where there is no front matter. */
export function splitManuscript(text: string) {
  const match = frontMatter.exec(text)
  if (!match) return null
  const [whole, fence, yaml] = match as unknown as [string, string, string]
  return { start: fence.length, yaml, bodyStart: whole.length }
}

export function slugOf(path: string): string {
  return basename(path).replace(/\.md$/, '')
}

export function parseManuscript(path: string, text: string): Result<Manuscript, Problem[]> {
  const at = (line: number, column: number, message: string) => ({ path, line, column, message })
  const parts = splitManuscript(text)
  if (!parts) return fail([at(1, 1, 'does not begin with front matter between two lines of ---')])

  const lines = new LineCounter()
  const document = parseDocument(parts.yaml, { ...yamlOptions, lineCounter: lines })
  // The opening line of dashes comes before.
  const positionOf = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: line + 1, column: col }
  }
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => {
    const { line, column } = positionOf(pos[0])
    return at(line, column, message)
  })
  if (broken.length > 0) return fail(broken)

  let content: unknown
  try {
    content = document.toJS()
  } catch (error) {
    // Aliases without end.
    return fail([at(2, 1, error instanceof Error ? error.message : 'cannot be read')])
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return fail([at(2, 1, 'the front matter is no list of names with values')])
  }

  const rest = text.slice(parts.bodyStart)
  const bodyLine = text.slice(0, text.length - rest.trimStart().length).split('\n').length
  const problem = (field: FieldPath, message: string, line?: number): Problem => {
    if (line !== undefined) return at(bodyLine + line - 1, 1, message)
    if (field[0] === 'body') return at(bodyLine, 1, `${describeProblem(field, message)}`)
    // The field itself, else what it would stand in, else the front matter.
    for (let depth = field.length; depth > 0; depth--) {
      const node = document.getIn(field.slice(0, depth), true)
      const range = (node as { range?: [number, number, number] } | undefined)?.range
      if (!range) continue
      const { line, column } = positionOf(range[0])
      return at(line, column, describeProblem(field, message))
    }
    return at(1, 1, describeProblem(field, message))
  }

  const { collection = 'articles', version = null, ...fields } = content as Record<string, unknown>
  if (!manuscriptCollections.includes(collection as ManuscriptCollection)) {
    const known = manuscriptCollections.join(', ')
    return fail([problem(['collection'], `must be one of ${known}`)])
  }
  const node = document.get('version', true)
  // A Date has lost the microseconds, which the source still has.
  const source = node instanceof Scalar && node.value instanceof Date ? node.source : version
  if (source !== null && typeof source !== 'string') {
    return fail([problem(['version'], 'must be left as the desk wrote it')])
  }
  return succeed({
    path,
    slug: slugOf(path),
    collection: collection as ManuscriptCollection,
    version: source ?? null,
    fields,
    body: rest.replaceAll('\r\n', '\n').trim(),
    problem,
  })
}

/** For manuscripts of our own: throws where one is broken. */
export function readManuscript(path: string): Manuscript {
  const parsed = parseManuscript(path, readFileSync(path, 'utf8'))
  if (parsed.ok) return parsed.value
  throw new Error(
    parsed.failure.map(({ line, message }) => `${path}:${line}: ${message}`).join('\n'),
  )
}

export function readManuscripts(folder: string): Manuscript[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readManuscript(join(folder, name)))
}
