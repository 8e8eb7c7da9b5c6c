/** Everything that can be wrong with a document by itself, in words for its editor. No network. */
import type { z } from 'zod'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { describeBodyProblem } from '../../src/content/body-problem.ts'
import { renderBody } from '../../src/content/markdown.ts'
import { publicationSchemas } from '../../src/domain/publication.ts'
import { reservedSlugs, slugSchema } from '../../src/domain/slug.ts'
import { instantExample } from './instant.ts'
import type { EditedCollection } from './manuscript.ts'
import type { FieldPath, FieldProblem } from './problem.ts'

/** Bytes: Firestore takes 1 MiB a document, names and a revision's own fields included. */
export const largestDocument = 1_000_000

export type CheckedDocument = {
  /** With the schema's defaults, without `updatedAt`; null where there are problems with them. */
  readonly fields: Fields | null
  readonly problems: readonly FieldProblem[]
  /** Fields that no page knows: kept where they are stored already, refused in a manuscript. */
  readonly unknown: readonly FieldPath[]
}

/** `fields` is the whole document with its body, without `updatedAt`. */
export function checkDocument(
  collection: EditedCollection,
  slug: string,
  fields: Fields,
): CheckedDocument {
  const problems: FieldProblem[] = []
  const report = (field: FieldPath, message: string, line?: number) =>
    problems.push({ field, message, ...(line === undefined ? {} : { line }) })

  const key = slugSchema.safeParse(slug)
  if (!key.success) report([], `its name "${slug}" ${key.error.issues[0]!.message}`)
  const isAddress = collection === 'articles' || collection === 'pages'
  if (isAddress && reservedSlugs.has(slug)) report([], `/${slug} is an address of the site itself`)

  const parsed = publicationSchemas[collection].safeParse(
    { ...fields, updatedAt: new Date() },
    { error: explain },
  )
  if (!parsed.success) {
    for (const issue of parsed.error.issues) report(fieldOf(issue), messageOf(issue, fields))
  }
  if (typeof fields.body === 'string') checkBody(collection, fields, report)
  if (!parsed.success) return { fields: null, problems, unknown: [] }

  const { updatedAt: _, ...known } = parsed.data
  const whole = { ...fields, ...known }
  const size = Buffer.byteLength(JSON.stringify(whole))
  if (size > largestDocument) {
    report(['body'], `is too long: the document would have ${size} bytes of ${largestDocument}`)
  }
  const unknown = unknownFields(fields, known)
  return { fields: problems.length === 0 ? whole : null, problems, unknown }
}

type Report = (field: FieldPath, message: string, line?: number) => void

function checkBody(collection: EditedCollection, fields: Fields, report: Report) {
  const rendered = renderBody(String(fields.body))
  for (const problem of rendered.problems) {
    report(['body'], describeBodyProblem(problem), problem.line)
  }
  const willBeRead = fields.status === 'published' || fields.status === 'scheduled'
  if (collection === 'articles' && willBeRead && fields.access !== 'public' && !rendered.rest) {
    report(['body'], describeBodyProblem({ kind: 'nothing-closed' }))
  }
}

type Issue = z.core.$ZodIssue

/** A field path without what no front matter has. */
const fieldOf = (issue: Issue): FieldPath =>
  issue.path.filter((part) => typeof part === 'string' || typeof part === 'number')

function valueAt(fields: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[part]
        : undefined,
    fields,
  )
}

function messageOf(issue: Issue, fields: Fields): string {
  const value = valueAt(fields, fieldOf(issue))
  const isMissing = issue.code !== 'custom' && (value === undefined || value === null)
  return isMissing ? 'is missing' : issue.message
}

/** In place of zod's own words, which are for programmers. A schema's own words come before these. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'date') {
        return `must be a time with its zone and without quotation marks, such as ${instantExample}`
      }
      return `must be ${issue.expected === 'string' ? 'text' : `a ${issue.expected}`}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return issue.input === '' ? 'is empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `has more than ${issue.maximum}`
  }
  return undefined
}

/** What the schema has left out: a misspelt name would be lost without a word. */
function unknownFields(given: unknown, known: unknown, path: FieldPath = []): FieldPath[] {
  if (typeof given !== 'object' || given === null || given instanceof Date) return []
  if (typeof known !== 'object' || known === null) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const part = Array.isArray(given) ? Number(name) : name
    const field = [...path, part]
    if (value === undefined) return []
    if (!Object.hasOwn(known, name)) return [field]
    return unknownFields(value, (known as Record<string, unknown>)[name], field)
  })
}
