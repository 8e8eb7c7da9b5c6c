/** Encodes writes and queries as Firestore's v1 REST API expects them. */
import type { RestDocument } from './firestore-rest.ts'
import { encodeFields, encodeValue, type Fields, type FirestoreValue } from './firestore-values.ts'

export type Write =
  | {
      readonly set: string
      readonly fields: Fields
      readonly serverTimes?: readonly string[]
      readonly ifExists?: boolean
      readonly ifUpdatedAt?: string
      readonly merge?: true
    }
  | { readonly remove: string; readonly ifUpdatedAt?: string }

type Operator =
  | 'ARRAY_CONTAINS'
  | 'EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL'
  | 'IN'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL'

export type Query = {
  readonly collection: string
  /** The parent document of a subcollection. */
  readonly parent?: string
  readonly where?: readonly { field: string; is: Operator; value: unknown }[]
  /** The field to sort by in ascending order; documents with the same value are sorted by name. */
  readonly orderBy?: string
  readonly newestFirst?: boolean
  /** At most 500 documents. */
  readonly limit?: number
  /** Names the only fields to return. */
  readonly fields?: readonly string[]
  /** Returns documents after this id. Only for queries ordered by name. */
  readonly afterId?: string
  /** Returns documents before this id. Only for queries ordered by name. */
  readonly beforeId?: string
  /** Documents after this position. Only for queries ordered by a field. */
  readonly after?: Position
}
/** A document's position in an order: the field's value, whose times have microseconds, and the document's id. */
export type Position = { readonly value: FirestoreValue; readonly id: string }

/** `root` is the prefix of every document's name. */
export function createEncoder(root: string) {
  const toDocumentName = (path: string) => `${root}/${path}`

  function encodeWrite(write: Write) {
    if ('remove' in write) {
      const precondition = write.ifUpdatedAt && { updateTime: write.ifUpdatedAt }
      return {
        delete: toDocumentName(write.remove),
        ...(precondition ? { currentDocument: precondition } : {}),
      }
    }
    const precondition = {
      ...(write.ifExists === undefined ? {} : { exists: write.ifExists }),
      ...(write.ifUpdatedAt === undefined ? {} : { updateTime: write.ifUpdatedAt }),
    }
    return {
      update: { name: toDocumentName(write.set), fields: encodeFields(write.fields) },
      ...(write.merge ? { updateMask: { fieldPaths: Object.keys(write.fields) } } : {}),
      ...(write.serverTimes
        ? {
            updateTransforms: write.serverTimes.map((fieldPath) => ({
              fieldPath,
              setToServerValue: 'REQUEST_TIME',
            })),
          }
        : {}),
      ...(Object.keys(precondition).length > 0 ? { currentDocument: precondition } : {}),
    }
  }

  function structuredQuery(
    { collection, where = [], orderBy, newestFirst, limit, fields }: Query,
    after?: Pick<RestDocument, 'name' | 'fields'>,
    before?: string,
  ) {
    const filters = where.map(({ field, is, value }) => ({
      fieldFilter: { field: { fieldPath: field }, op: is, value: encodeValue(value) },
    }))
    const orders = [...(orderBy ? [orderBy] : []), '__name__']
    // The time isn't decoded, because a Date would lose the microseconds.
    const cursor = after && [
      ...(orderBy ? [after.fields![orderBy]!] : []),
      { referenceValue: after.name },
    ]
    return {
      structuredQuery: {
        from: [{ collectionId: collection }],
        // The cursor needs the field that the query is ordered by.
        ...(fields
          ? {
              select: {
                fields: [...fields, ...(orderBy && !fields.includes(orderBy) ? [orderBy] : [])].map(
                  (fieldPath) => ({ fieldPath }),
                ),
              },
            }
          : {}),
        ...(filters.length > 0 ? { where: { compositeFilter: { op: 'AND', filters } } } : {}),
        orderBy: orders.map((fieldPath) => ({
          field: { fieldPath },
          direction: newestFirst ? 'DESCENDING' : 'ASCENDING',
        })),
        ...(limit === undefined ? {} : { limit }),
        ...(cursor ? { startAt: { values: cursor, before: false } } : {}),
        ...(before === undefined
          ? {}
          : { endAt: { values: [{ referenceValue: before }], before: true } }),
      },
    }
  }

  const getParentName = ({ parent }: Query) =>
    parent === undefined ? root : toDocumentName(parent)

  /** Creates the query for documents after `after`. */
  function createQueryBody(query: Query, after?: Pick<RestDocument, 'name' | 'fields'>) {
    const toName = (id: string) => `${getParentName(query)}/${query.collection}/${id}`
    const { after: position, orderBy } = query
    const first =
      position && orderBy
        ? { name: toName(position.id), fields: { [orderBy]: position.value } }
        : query.afterId === undefined
          ? undefined
          : { name: toName(query.afterId) }
    const before = query.beforeId === undefined ? undefined : toName(query.beforeId)
    return structuredQuery(query, after ?? first, before)
  }

  return { toDocumentName, encodeWrite, getParentName, createQueryBody }
}
