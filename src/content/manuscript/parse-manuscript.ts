/** Parses manuscripts: YAML front matter, then Markdown. A file may come from anyone. The Worker never loads it. */
import { LineCounter, parseDocument, Scalar, type ScalarTag } from 'yaml'
import { fail, type Result, succeed } from '../../domain/result.ts'
import {
  type DocumentFields,
  type ManuscriptCollection,
  manuscriptCollections,
} from './document.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { describeProblem, type FieldPath, type FileProblem } from './problem.ts'

export { type ManuscriptCollection, manuscriptCollections }

/** The front page has no manuscript. */
export type EditableCollection = ManuscriptCollection | 'front'

export type Manuscript = {
  readonly path: string
  readonly slug: string
  readonly collection: ManuscriptCollection
  /** The updateTime of the stored document that it is based on; null if new. */
  readonly version: string | null
  readonly fields: DocumentFields
  readonly body: string
  /** `bodyLine` counts from 1. */
  problem(field: FieldPath, message: string, bodyLine?: number): FileProblem
}

const frontMatter = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Only instants with a zone become Dates. Days and local times stay text, which no field accepts. */
const yamlInstantTag: ScalarTag = {
  identify: (value) => value instanceof Date,
  default: true,
  tag: 'tag:yaml.org,2002:timestamp',
  test: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}.*(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/,
  resolve(text, onError) {
    const instant = parseInstant(text)
    if (!instant) onError(`${text} isn’t a valid time`)
    return instant
  },
  stringify: ({ value }) => formatInstant(value as Date),
}

export const yamlOptions = { customTags: [yamlInstantTag], prettyErrors: false }

/** Null without front matter. */
export function splitManuscript(text: string) {
  const match = frontMatter.exec(text)
  if (!match) return null
  const [whole, fence, yaml] = match as unknown as [string, string, string]
  return { start: fence.length, yaml, bodyStart: whole.length }
}

export function slugFromPath(path: string): string {
  return path.replace(/^.*[/\\]/s, '').replace(/\.md$/, '')
}

export function parseManuscript(path: string, text: string): Result<Manuscript, FileProblem[]> {
  const problemAt = (line: number, column: number, message: string) => ({
    path,
    line,
    column,
    message,
  })
  const parts = splitManuscript(text)
  if (!parts)
    return fail([problemAt(1, 1, 'must begin with front matter between two lines of ---')])

  const lineCounter = new LineCounter()
  const yamlDocument = parseDocument(parts.yaml, { ...yamlOptions, lineCounter })
  const positionAt = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset)
    return { line: line + 1, column: col }
  }
  const syntaxProblems = [...yamlDocument.errors, ...yamlDocument.warnings].map(
    ({ pos, message }) => {
      const { line, column } = positionAt(pos[0])
      return problemAt(line, column, message)
    },
  )
  if (syntaxProblems.length > 0) return fail(syntaxProblems)

  let content: unknown
  try {
    content = yamlDocument.toJS()
  } catch (error) {
    // The YAML's aliases expand endlessly.
    return fail([problemAt(2, 1, error instanceof Error ? error.message : 'can’t be read')])
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return fail([problemAt(2, 1, 'the front matter must be a list of names with values')])
  }

  const rest = text.slice(parts.bodyStart)
  const bodyLine = text.slice(0, text.length - rest.trimStart().length).split('\n').length
  const problem = (field: FieldPath, message: string, line?: number): FileProblem => {
    if (line !== undefined) return problemAt(bodyLine + line - 1, 1, message)
    if (field[0] === 'body') return problemAt(bodyLine, 1, `${describeProblem(field, message)}`)
    // The field's position, or its nearest parent's.
    for (let depth = field.length; depth > 0; depth--) {
      const node = yamlDocument.getIn(field.slice(0, depth), true)
      const range = (node as { range?: [number, number, number] } | undefined)?.range
      if (!range) continue
      const { line, column } = positionAt(range[0])
      return problemAt(line, column, describeProblem(field, message))
    }
    return problemAt(1, 1, describeProblem(field, message))
  }

  const { collection = 'articles', version = null, ...fields } = content as Record<string, unknown>
  if (!manuscriptCollections.includes(collection as ManuscriptCollection)) {
    const known = manuscriptCollections.join(', ')
    return fail([problem(['collection'], `must be one of ${known}`)])
  }
  const node = yamlDocument.get('version', true)
  // A Date loses the microseconds, which the source still has.
  const source = node instanceof Scalar && node.value instanceof Date ? node.source : version
  if (source !== null && typeof source !== 'string') {
    return fail([problem(['version'], 'must stay exactly as the desk wrote it')])
  }
  return succeed({
    path,
    slug: slugFromPath(path),
    collection: collection as ManuscriptCollection,
    version: source ?? null,
    fields,
    body: rest.replaceAll('\r\n', '\n').trim(),
    problem,
  })
}
