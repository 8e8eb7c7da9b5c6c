/** Validates a document by itself, without network access. Messages are for editors. */
import type { z } from 'zod'
import type { Article } from '../../domain/article.ts'
import { findClosestWord, simplifyWord } from '../../domain/closest-word.ts'
import { findKeyProblem, publicationSchemas } from '../../domain/publication.ts'
import { describeBodyProblem } from '../body-problem.ts'
import { checkBody, checkIssueBody, renderBody, renderIssueBody } from '../markdown.ts'
import { splitLines } from './body-lines.ts'
import type { DocumentFields, EditableCollection } from './document.ts'
import { fixBodyProblem } from './fix-body.ts'
import type { FieldPath, FieldProblem, Fix } from './problem.ts'
import { findUnknownFields, type UnknownField } from './unknown-fields.ts'

/** In bytes. Firestore's limit is 1 MiB, including names and a revision's own fields. */
export const maxDocumentBytes = 1_000_000

export type DocumentCheck = {
  /** The fields with the schema's defaults, without `updatedAt`; null if there are problems. */
  readonly fields: DocumentFields | null
  readonly problems: readonly FieldProblem[]
  /** Kept in stored documents, refused in manuscripts. */
  readonly unknownFields: readonly UnknownField[]
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
  if (keyProblem !== null) report([], `"${slug}" ${keyProblem}${suggestKey(collection, slug)}`)

  const parsed = publicationSchemas[collection].safeParse(
    { ...fields, updatedAt: new Date() },
    { error: describeIssue },
  )
  if (!parsed.success) {
    const mistyped = new Set<string>()
    for (const issue of parsed.error.issues) {
      // For a value of the wrong type, zod may also report a misleading length.
      const path = issue.path.join()
      if (!mistyped.has(path)) problems.push(describeFieldIssue(issue, fields))
      if (issue.code === 'invalid_type') mistyped.add(path)
    }
  }
  if (typeof fields.body === 'string')
    problems.push(...findBodyProblems(collection, fields, fields.body))
  const unknownFields = findUnknownFields(publicationSchemas[collection], fields)
  if (!parsed.success) return { fields: null, problems, unknownFields }

  const { updatedAt: _, ...parsedFields } = parsed.data
  const completeFields = { ...fields, ...parsedFields }
  const size = new TextEncoder().encode(JSON.stringify(completeFields)).length
  if (size > maxDocumentBytes) {
    report(
      ['body'],
      `is too long: the document would have ${size} bytes; the limit is ${maxDocumentBytes}`,
    )
  }
  return { fields: problems.length === 0 ? completeFields : null, problems, unknownFields }
}

function suggestKey(collection: EditableCollection, slug: string): string {
  const meant = simplifyWord(slug)
  const isBetter = meant !== slug && findKeyProblem(collection, meant) === null
  return isBetter ? `. Did you mean ${meant}?` : ''
}

/** Further problems are reported without a fix, because each fix takes time. */
const maxFixes = 100

function findBodyProblems(
  collection: EditableCollection,
  fields: DocumentFields,
  body: string,
): FieldProblem[] {
  const text = splitLines(body)
  return checkBodyOf(collection, fields, body).map((problem, index) => {
    const { message, fix } = index < maxFixes ? fixBodyProblem(problem, text) : {}
    return {
      field: ['body'],
      message: message ?? describeBodyProblem(problem),
      ...('line' in problem ? { line: problem.line } : {}),
      ...(fix ? { fix } : {}),
    }
  })
}

function checkBodyOf(collection: EditableCollection, fields: DocumentFields, body: string) {
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

function describeFieldIssue(issue: Issue, fields: DocumentFields): FieldProblem {
  const field = fieldPath(issue)
  const value = valueAt(fields, field)
  const isEntry = typeof field.at(-1) === 'number'
  if (issue.code !== 'custom' && (value === undefined || value === null))
    return { field, message: isEntry ? 'an entry is missing' : 'is missing' }
  const { suggestion, fix } = suggestValue(issue, value)
  const message = isEntry ? `${JSON.stringify(value)} ${issue.message}` : issue.message
  return { field, message: message + suggestion, ...(fix ? { fix } : {}) }
}

/** Suggests the value that was probably meant. */
function suggestValue(
  issue: Issue,
  value: unknown,
): { readonly suggestion: string; readonly fix?: Fix } {
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const meant = findClosestWord(value, issue.values.map(String))
    if (meant) return { suggestion: `. Did you mean ${meant}?`, fix: { value: meant } }
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof value === 'number')
    return { suggestion: ', so it needs quotation marks in a file', fix: { value: String(value) } }
  if (issue.code === 'invalid_type' && issue.expected === 'array' && typeof value === 'string')
    return { suggestion: '', fix: { value: value.split(',').map((entry) => entry.trim()) } }
  return { suggestion: '' }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list, such as [one, two]',
  object: 'a group of lines below its name, indented by two spaces',
  boolean: 'true or false',
  date: 'a day and a time of day, without quotation marks, such as 2026-12-01 09:00',
}

/** Replaces zod's messages, which are for programmers. The schema's own messages take precedence. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}`
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
