/**
 * The requests that the stand-in takes, checked to the last member: what Firestore would refuse is
 * refused, and what Firestore does but the stand-in does not is answered as such, by name.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { type Failure, notDoneHere } from './failure.ts'
import { databaseOf, isId, nameProblem, parseFieldPath } from './names.ts'
import { fields, timestamp, value } from './values.ts'

/** A member of Firestore's protocol that the stand-in does not do. Absent it is fine. */
const notDone = (name: string) =>
  z.custom<undefined>((given) => given === undefined, { params: { notDone: name } }).optional()

const named = (of: 'document' | 'parent') =>
  z.string().superRefine((name, context) => {
    const problem = nameProblem(name, of)
    if (problem) context.addIssue(problem)
  })
const documentName = named('document')

export const fieldPath = z.string().transform((text, context) => {
  const path = parseFieldPath(text)
  if (path) return path
  context.addIssue(`"${text}" is no path of a field`)
  return z.NEVER
})
const field = z.strictObject({ fieldPath }).transform((given) => given.fieldPath)
const mask = z
  .strictObject({ fieldPaths: z.array(fieldPath).default([]) })
  .transform(({ fieldPaths }) => fieldPaths)

const exactlyOne = <Given extends object>(schema: z.ZodType<Given>) =>
  schema.refine(
    (given) => Object.keys(given).length === 1,
    'is to have exactly one of its operations',
  )

const number = value.refine(
  (given) => 'integerValue' in given || 'doubleValue' in given,
  'is to be an integer or a double',
)
const elements = z
  .strictObject({ values: z.array(value).default([]) })
  .transform(({ values }) => values)

const transform = z.strictObject({
  fieldPath,
  setToServerValue: z.literal('REQUEST_TIME').optional(),
  increment: number.optional(),
  maximum: number.optional(),
  minimum: number.optional(),
  appendMissingElements: elements.optional(),
  removeAllFromArray: elements.optional(),
})
const transforms = z.array(
  transform.refine((given) => Object.keys(given).length === 2, 'is to have exactly one operation'),
)

const write = z
  .strictObject({
    update: z.strictObject({ name: documentName, fields: fields.default({}) }).optional(),
    delete: documentName.optional(),
    transform: z
      .strictObject({ document: documentName, fieldTransforms: transforms.min(1) })
      .optional(),
    updateMask: mask.optional(),
    updateTransforms: transforms.optional(),
    currentDocument: z
      .strictObject({ exists: z.boolean().optional(), updateTime: timestamp.optional() })
      .refine((given) => Object.keys(given).length < 2, 'is to have one condition')
      .optional(),
  })
  .refine(
    (given) => [given.update, given.delete, given.transform].filter(Boolean).length === 1,
    'is to be exactly one of update, delete and transform',
  )
  .refine(
    (given) => given.update || (!given.updateMask && !given.updateTransforms),
    'has a mask or transforms that only an update can have',
  )

/** Firestore's documented limit for years, which its clients still hold to; the emulator has none. */
const mostWrites = 500

export const commitRequest = z.strictObject({
  writes: z.array(write).max(mostWrites, `are more than ${mostWrites}`).default([]),
  transaction: notDone('Commit.transaction'),
})

export const batchGetRequest = z.strictObject({
  documents: z.array(documentName).default([]),
  mask: mask.optional(),
  transaction: notDone('BatchGetDocuments.transaction'),
  newTransaction: notDone('BatchGetDocuments.newTransaction'),
  readTime: notDone('BatchGetDocuments.readTime'),
})

const fieldOperators = [
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'ARRAY_CONTAINS',
  'ARRAY_CONTAINS_ANY',
  'IN',
  'NOT_IN',
] as const
const unaryOperators = ['IS_NAN', 'IS_NULL', 'IS_NOT_NAN', 'IS_NOT_NULL'] as const

const filterKinds = z.strictObject({
  fieldFilter: z.strictObject({ field, op: z.enum(fieldOperators), value }).optional(),
  unaryFilter: z.strictObject({ field, op: z.enum(unaryOperators) }).optional(),
  compositeFilter: z
    .strictObject({
      op: z.enum(['AND', 'OR']),
      filters: z.array(z.lazy(() => filter)).default([]),
    })
    .optional(),
})
export type FieldFilter = NonNullable<z.output<typeof filterKinds>['fieldFilter']>
export type UnaryFilter = NonNullable<z.output<typeof filterKinds>['unaryFilter']>
export type Filter =
  | { fieldFilter: FieldFilter }
  | { unaryFilter: UnaryFilter }
  | { compositeFilter: { op: 'AND' | 'OR'; filters: Filter[] } }

const filter: z.ZodType<Filter> = exactlyOne(filterKinds)
  // The refinement is what makes the union of it.
  .transform((given) => given as Filter)

const cursor = z.strictObject({
  values: z.array(value).default([]),
  before: z.boolean().default(false),
})

const structuredQuery = z.strictObject({
  select: z
    .strictObject({ fields: z.array(field).default([]) })
    .transform(({ fields }) => fields)
    .optional(),
  from: z
    .tuple([
      z.strictObject({
        collectionId: z.string().refine(isId, 'is no id of a collection').optional(),
        allDescendants: z.boolean().default(false),
      }),
    ])
    .optional(),
  where: filter.optional(),
  orderBy: z
    .array(
      z.strictObject({
        field,
        direction: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING'),
      }),
    )
    .default([]),
  startAt: cursor.optional(),
  endAt: cursor.optional(),
  limit: z.int().min(0).optional(),
  offset: z.int().min(0).default(0),
  findNearest: notDone('StructuredQuery.findNearest'),
})

export const runQueryRequest = z.strictObject({
  structuredQuery,
  transaction: notDone('RunQuery.transaction'),
  newTransaction: notDone('RunQuery.newTransaction'),
  readTime: notDone('RunQuery.readTime'),
  explainOptions: notDone('RunQuery.explainOptions'),
})

export const parentName = named('parent')

export type Transform = z.output<typeof transform>
export type Write = z.output<typeof write>
export type BatchGet = z.output<typeof batchGetRequest>
export type Query = z.output<typeof structuredQuery>
export type Cursor = z.output<typeof cursor>

/** One sentence about the first thing that is wrong. */
export function check<Output>(schema: z.ZodType<Output>, given: unknown): Result<Output, Failure> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return succeed(parsed.data)
  const issue = parsed.error.issues[0]!
  const name = issue.code === 'custom' && issue.params?.notDone
  if (name) return fail(notDoneHere(name))
  const place = issue.path.map(String).join('.') || 'The request'
  return fail({ status: 'INVALID_ARGUMENT', message: `${place}: ${issue.message}` })
}

/** A commit works on one database. */
export function foreignName(names: readonly string[], database: string): Failure | null {
  const foreign = names.find((name) => databaseOf(name) !== database)
  if (foreign === undefined) return null
  return { status: 'INVALID_ARGUMENT', message: `${foreign} is not in ${database}` }
}
