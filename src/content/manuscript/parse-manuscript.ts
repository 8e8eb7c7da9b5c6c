/** Parses manuscripts: YAML front matter, then Markdown. Anyone may write one. The Worker never loads this file. */
import { Scalar } from 'yaml'
import { type ManuscriptCollection, manuscriptCollections } from '../../domain/publication.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { isKnownTimeZone } from '../../domain/time-zone.ts'
import { site } from '../../publication/identity.ts'
import type { DocumentFields } from './document.ts'
import { parseLocalTime } from './local-time.ts'
import { LocalTime, parseFrontMatter } from './parse-front-matter.ts'
import { createLocator } from './parse-locator.ts'
import type { FieldPath, FieldProblem, FileProblem } from './problem.ts'

export type Manuscript = {
  readonly path: string
  readonly slug: string
  readonly collection: ManuscriptCollection
  /** The updateTime of the stored document on which the manuscript is based; null if new. */
  readonly version: string | null
  readonly fields: DocumentFields
  readonly body: string
  /** `bodyLine` counts from 1. */
  problem(field: FieldPath, message: string, bodyLine?: number): FileProblem
  locate(problem: FieldProblem): FileProblem
}

const frontMatter = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** Returns null without front matter. */
export function splitManuscript(text: string) {
  const match = frontMatter.exec(text)
  if (!match) return null
  const [whole, fence, yaml] = match as unknown as [string, string, string]
  return { start: fence.length, yaml, bodyStart: whole.length }
}

export function slugFromPath(path: string): string {
  return path.replace(/^.*[/\\]/s, '').replace(/\.md$/, '')
}

/** The readable part of a file, with all problems of its front matter. */
type ParsedFile = {
  readonly manuscript: Manuscript | null
  readonly problems: readonly FileProblem[]
}

/** Refuses a manuscript with any problem. */
export function parseManuscript(path: string, text: string): Result<Manuscript, FileProblem[]> {
  const { manuscript, problems } = parseFile(path, text)
  return manuscript && problems.length === 0 ? succeed(manuscript) : fail([...problems])
}

export function parseFile(path: string, text: string): ParsedFile {
  const parts = splitManuscript(text)
  if (!parts) {
    const message = 'must begin with front matter between two lines of ---'
    return { manuscript: null, problems: [{ path, line: 1, column: 1, message }] }
  }
  const frontMatter = parseFrontMatter(parts.yaml)
  const { document } = frontMatter
  const rest = text.slice(parts.bodyStart)
  const locate = createLocator(path, text, { ...parts, ...frontMatter })
  const problems = frontMatter.problems.map(({ line, column, message, edit }): FileProblem => {
    const moved = edit && { ...edit, from: edit.from + parts.start, to: edit.to + parts.start }
    return { path, line: line + 1, column, message, ...(moved ? { edit: moved } : {}) }
  })
  const refuse = (...problem: readonly FileProblem[]) => ({
    manuscript: null,
    problems: [...problems, ...problem],
  })
  const atBeginning = (message: string) => ({ path, line: 2, column: 1, message })
  if (!frontMatter.isReadable) return refuse()

  let content: unknown
  try {
    content = document.toJS()
  } catch (error) {
    // The YAML's aliases expand endlessly.
    return refuse(atBeginning(error instanceof Error ? error.message : 'can’t be read'))
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return refuse(atBeginning('the front matter must consist of fields, such as “title: My story”'))

  const { collection = 'articles', version = null, ...given } = content as Record<string, unknown>
  const known = manuscriptCollections.find((one) => one === collection)
  if (!known) {
    const message = `must be one of ${manuscriptCollections.join(', ')}`
    return refuse(locate({ field: ['collection'], message }))
  }
  const node = document.get('version', true)
  // A Date loses the microseconds, which the source still has.
  const source = node instanceof Scalar && node.value instanceof Date ? node.source : version
  if (source !== null && typeof source !== 'string')
    return refuse(locate({ field: ['version'], message: 'must stay exactly as the desk wrote it' }))
  const fields = readLocalTimes(given, findTimeZone(given), (field, message) =>
    problems.push(locate({ field, message })),
  )
  const manuscript: Manuscript = {
    path,
    slug: slugFromPath(path),
    collection: known,
    version: source ?? null,
    fields,
    body: rest.replaceAll('\r\n', '\n').trim(),
    locate,
    problem: (field, message, line) =>
      locate({ field, message, ...(line === undefined ? {} : { line }) }),
  }
  return { manuscript, problems }
}

/** An event has its own time zone. */
export function findTimeZone({ timeZone }: DocumentFields): string {
  return typeof timeZone === 'string' && isKnownTimeZone(timeZone) ? timeZone : site.timeZone
}

function readLocalTimes(
  fields: DocumentFields,
  timeZone: string,
  report: (field: FieldPath, message: string) => void,
): DocumentFields {
  const read = (value: unknown, field: FieldPath): unknown => {
    if (Array.isArray(value)) return value.map((each, index) => read(each, [...field, index]))
    if (value instanceof LocalTime) {
      const time = parseLocalTime(value.text, timeZone)
      if (time?.ok) return time.value
      report(field, `${value.text} ${time?.failure ?? 'isn’t a time'}`)
      return new Date(0)
    }
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    return readLocalTimes(value as DocumentFields, timeZone, (inner, message) =>
      report([...field, ...inner], message),
    )
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, read(value, [name])]),
  )
}
