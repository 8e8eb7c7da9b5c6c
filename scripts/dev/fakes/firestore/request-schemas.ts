/**
 * The requests of functions/platform/adapters/firestore.ts and scripts/operate/backup. Other requests are refused, even
 * if Firestore would accept them.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { documentName, fieldPath, isId, namePath, topLevelField } from './resource-names.ts'
import type { Failure } from './rpc-failure.ts'
import { fields, timestamp, value, type WireValue } from './wire-values.ts'

const mask = z
  .strictObject({ fieldPaths: z.array(topLevelField).default([]) })
  .transform(({ fieldPaths }) => fieldPaths)

const write = z
  .strictObject({
    update: z.strictObject({ name: documentName, fields: fields.default({}) }).optional(),
    delete: documentName.optional(),
    updateMask: mask.optional(),
    updateTransforms: z
      .array(
        z.strictObject({ fieldPath: topLevelField, setToServerValue: z.literal('REQUEST_TIME') }),
      )
      .optional(),
    currentDocument: z
      .strictObject({ exists: z.boolean().optional(), updateTime: timestamp.optional() })
      .refine((input) => Object.keys(input).length === 1, 'must have one condition')
      .optional(),
  })
  .refine(
    (input) => (input.update === undefined) !== (input.delete === undefined),
    'must be either an update or a delete',
  )
export type Write = z.output<typeof write>

export const getTarget = ({ update, delete: removed }: Write) => update?.name ?? removed!

/** Firestore's documented limit for years, which its clients still hold to; the emulator has none. */
const maxWrites = 500

export const commitRequest = z.strictObject({
  writes: z.array(write).max(maxWrites, `are more than ${maxWrites}`).default([]),
})

export const batchGetRequest = z.strictObject({
  documents: z.array(documentName),
  mask: mask.optional(),
})

const incomparableKinds = ['nullValue', 'referenceValue', 'arrayValue', 'mapValue']
const isComparable = (given: WireValue) =>
  !incomparableKinds.some((kind) => kind in given) &&
  !('doubleValue' in given && given.doubleValue === 'NaN')
const comparable = value.refine(isComparable, 'is of a type that no query compares with')

const maxAlternatives = 30
const field = z.strictObject({ fieldPath }).transform((given) => given.fieldPath)
const comparison = z
  .strictObject({
    field,
    op: z.enum([
      'ARRAY_CONTAINS',
      'EQUAL',
      'GREATER_THAN',
      'GREATER_THAN_OR_EQUAL',
      'LESS_THAN',
      'LESS_THAN_OR_EQUAL',
    ]),
    value: comparable,
  })
  .transform(({ op, value, ...rest }) => ({ ...rest, op, values: [value] }))
const membership = z
  .strictObject({
    field,
    op: z.literal('IN'),
    value: z.object({
      arrayValue: z.strictObject({ values: z.array(comparable).min(1).max(maxAlternatives) }),
    }),
  })
  .transform(({ op, value, ...rest }) => ({ ...rest, op, values: value.arrayValue.values }))

const structuredQuery = z.strictObject({
  select: z
    .strictObject({ fields: z.array(z.strictObject({ fieldPath: topLevelField })).default([]) })
    .transform((given) => given.fields.map((one) => one.fieldPath))
    .optional(),
  from: z.tuple([
    z.union([
      z.strictObject({ collectionId: z.string().refine(isId, 'is not a collection’s id') }),
      z.strictObject({ allDescendants: z.literal(true) }),
    ]),
  ]),
  where: z
    .strictObject({
      compositeFilter: z.strictObject({
        op: z.literal('AND'),
        filters: z.array(
          z
            .strictObject({ fieldFilter: z.discriminatedUnion('op', [comparison, membership]) })
            .transform(({ fieldFilter }) => fieldFilter),
        ),
      }),
    })
    .transform(({ compositeFilter }) => compositeFilter.filters)
    .default([]),
  orderBy: z
    .array(z.strictObject({ field, direction: z.enum(['ASCENDING', 'DESCENDING']) }))
    .default([]),
  startAt: z
    .strictObject({ values: z.array(value), before: z.literal(false) })
    .transform(({ values }) => values)
    .optional(),
  endAt: z
    .strictObject({ values: z.array(value), before: z.literal(true) })
    .transform(({ values }) => values)
    .optional(),
  limit: z.int().min(0).optional(),
})
export type Query = z.output<typeof structuredQuery>

/** Describes a combination that none of the project's queries has; null if the query has no such combination. */
function findOtherForm({ where, orderBy, from, startAt, endAt }: Query): string | null {
  const [first, ...rest] = orderBy
  if (orderBy.at(-1)?.field !== namePath || rest.length > 1)
    return 'orderBy other than of up to one field and __name__'
  if (rest.some(({ direction }) => direction !== first!.direction)) return 'two directions'
  if (rest.length === 0 && first!.direction === 'DESCENDING') return '__name__ DESCENDING'
  if (where.some(({ field }) => field === namePath)) return 'a filter of __name__'
  if (where.some(({ field, op }) => !isEquality(op) && field !== first!.field))
    return 'an inequality filter on a field other than orderBy’s'
  if ('allDescendants' in from[0] && (where.length > 0 || rest.length > 0))
    return 'a filter or an order of all collections'
  if (endAt && orderBy.length > 1) return 'endAt in an order of a field'
  if (startAt && startAt.length !== orderBy.length) return 'a cursor shorter than orderBy'
  const isName = (values: readonly WireValue[]) => 'referenceValue' in (values.at(-1) ?? {})
  return [startAt, endAt].some((cursor) => cursor && !isName(cursor))
    ? 'a cursor without a reference'
    : null
}

export const isEquality = (op: Query['where'][number]['op']) =>
  op === 'EQUAL' || op === 'IN' || op === 'ARRAY_CONTAINS'

const supportedQuery = structuredQuery.transform((query, context) => {
  const form = findOtherForm(query)
  if (form) context.addIssue(form)
  return query
})

export const runQueryRequest = z.strictObject({ structuredQuery: supportedQuery })

export const runAggregationQueryRequest = z.strictObject({
  structuredAggregationQuery: z.strictObject({
    structuredQuery: supportedQuery,
    aggregations: z.tuple([z.strictObject({ alias: z.string(), count: z.strictObject({}) })]),
  }),
})

export function parseRequest<Output>(
  schema: z.ZodType<Output>,
  input: unknown,
): Result<Output, Failure> {
  const { data, error } = schema.safeParse(input)
  return error
    ? fail({ status: 'INVALID_ARGUMENT', message: z.prettifyError(error) })
    : succeed(data)
}
