/** The request RunQuery, as far as the stand-in does it. */
import { z } from 'zod'
import { isId } from './names.ts'
import { fieldPath, notDone } from './requests.ts'
import { value } from './values.ts'

const field = z.strictObject({ fieldPath }).transform((given) => given.fieldPath)

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

const filter: z.ZodType<Filter> = filterKinds
  .refine((given) => Object.keys(given).length === 1, 'is to be exactly one kind of filter')
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

/** A number as Firestore takes it: in a string as well. */
const wholeNumber = z.union([z.int(), z.string().regex(/^\d{1,15}$/)]).transform(Number)

const aggregation = z.strictObject({
  alias: z.string().regex(/^[A-Za-z_]\w{0,99}$/),
  count: z.strictObject({ upTo: wholeNumber.pipe(z.int().min(1)).optional() }).optional(),
  sum: notDone('Aggregation.sum'),
  avg: notDone('Aggregation.avg'),
})

export const runAggregationQueryRequest = z.strictObject({
  structuredAggregationQuery: z.strictObject({
    structuredQuery,
    aggregations: z.array(aggregation).min(1).max(5),
  }),
  transaction: notDone('RunAggregationQuery.transaction'),
  newTransaction: notDone('RunAggregationQuery.newTransaction'),
  readTime: notDone('RunAggregationQuery.readTime'),
  explainOptions: notDone('RunAggregationQuery.explainOptions'),
})

export type Query = z.output<typeof structuredQuery>
export type Cursor = z.output<typeof cursor>
