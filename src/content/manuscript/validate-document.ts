/** Validates a document by itself, without network access, in words for editors. */
import type { z } from 'zod'
import type { Article } from '../../domain/article.ts'
import { findKeyProblem, publicationSchemas } from '../../domain/publication.ts'
import { describeBodyProblem } from '../body-problem.ts'
import { checkBody, checkIssueBody, renderBody, renderIssueBody } from '../markdown.ts'
import type { DocumentFields, EditableCollection } from './document.ts'
import { instantExample } from './instant.ts'
import type { FieldPath, FieldProblem } from './problem.ts'

/** Bytes. Firestore's limit is 1 MiB, with names and a revision's own fields. */
export const maxDocumentBytes = 1_000_000

export type DocumentCheck = {
  /** With the schema's defaults, without `updatedAt`; null if there are problems. */
  readonly fields: DocumentFields | null
  readonly problems: readonly FieldProblem[]
  /** Kept in stored documents, refused in manuscripts. */
  readonly unknownFields: readonly FieldPath[]
}

/** `fields` is the whole document without `updatedAt`. */
export function validateDocument(
  collection: EditableCollection,
  slug: string,
  fields: DocumentFields,
): DocumentCheck {
  const problems: FieldProblem[] = []
  const report = (field: FieldPath, message: string, line?: number) =>
    problems.push({ field, message, ...(line === undefined ? {} : { line }) })

  const keyProblem = findKeyProblem(collection, slug)
  if (keyProblem !== null) report([], `"${slug}" ${keyProblem}`)

  const parsed = publicationSchemas[collection].safeParse(
    { ...fields, updatedAt: new Date() },
    { error: describeIssue },
  )
  if (!parsed.success) {
    for (const issue of parsed.error.issues) report(fieldPath(issue), issueMessage(issue, fields))
  }
  if (typeof fields.body === 'string') {
    for (const problem of findBodyProblems(collection, fields, fields.body)) {
      report(['body'], describeBodyProblem(problem), 'line' in problem ? problem.line : undefined)
    }
  }
  if (!parsed.success) return { fields: null, problems, unknownFields: [] }

  const { updatedAt: _, ...parsedFields } = parsed.data
  const completeFields = { ...fields, ...parsedFields }
  const size = new TextEncoder().encode(JSON.stringify(completeFields)).length
  if (size > maxDocumentBytes) {
    report(
      ['body'],
      `is too long: the document would have ${size} bytes; the limit is ${maxDocumentBytes}`,
    )
  }
  const unknownFields = findUnknownFields(fields, parsedFields)
  return { fields: problems.length === 0 ? completeFields : null, problems, unknownFields }
}

function findBodyProblems(collection: EditableCollection, fields: DocumentFields, body: string) {
  if (collection === 'articles')
    return checkBody(fields as Pick<Article, 'status' | 'access'>, renderBody(body))
  return collection === 'issues' ? checkIssueBody(renderIssueBody(body)) : renderBody(body).problems
}

type Issue = z.core.$ZodIssue

/** Leaves out path parts that front matter can't have. */
const fieldPath = (issue: Issue): FieldPath =>
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

function issueMessage(issue: Issue, fields: DocumentFields): string {
  const path = fieldPath(issue)
  const value = valueAt(fields, path)
  const isEntry = typeof path.at(-1) === 'number'
  if (issue.code !== 'custom' && (value === undefined || value === null))
    return isEntry ? 'an entry is missing' : 'is missing'
  return isEntry ? `${JSON.stringify(value)} ${issue.message}` : issue.message
}

/** Replaces zod's messages, which are for programmers. The schema's own messages take precedence. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'date') {
        return `must be a time with a time zone, without quotation marks, such as ${instantExample}`
      }
      return `must be ${issue.expected === 'string' ? 'text' : `a ${issue.expected}`}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return issue.input === '' ? 'is empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : `exceeds the limit of ${issue.maximum}`
  }
  return undefined
}

/** A misspelt field would be lost silently. */
function findUnknownFields(
  given: unknown,
  parsedFields: unknown,
  path: FieldPath = [],
): FieldPath[] {
  if (typeof given !== 'object' || given === null || given instanceof Date) return []
  if (typeof parsedFields !== 'object' || parsedFields === null) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const part = Array.isArray(given) ? Number(name) : name
    const field = [...path, part]
    if (value === undefined) return []
    if (!Object.hasOwn(parsedFields, name)) return [field]
    return findUnknownFields(value, (parsedFields as Record<string, unknown>)[name], field)
  })
}
