/**
 * Which queries Firestore answers: those for which it has an index, of its own, one for every field,
 * or among those that are deployed with firestore.indexes.json. Google's emulator asks for none, so
 * that a query which production refuses would pass every test. Facts: Firestore's "Index types".
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Comparison } from './filter.ts'
import { type FieldPath, isName } from './names.ts'
import type { Query } from './query-request.ts'

type Field = { readonly fieldPath: string; readonly order?: string }

/** What is deployed, as far as it matters here. */
export type Indexes = {
  readonly indexes: readonly { readonly collectionGroup: string; readonly fields: Field[] }[]
  /** Fields without an index of their own. */
  readonly fieldOverrides: readonly {
    readonly collectionGroup: string
    readonly fieldPath: string
    readonly indexes: readonly unknown[]
  }[]
}

export function deployedIndexes(): Indexes {
  const file = join(import.meta.dirname, '../../../firestore.indexes.json')
  return JSON.parse(readFileSync(file, 'utf8'))
}

type Order = { readonly path: FieldPath; readonly isDescending: boolean }

const nameOf = (path: FieldPath) => path.join('.')
const orderOf = (isDescending: boolean) => (isDescending ? 'DESCENDING' : 'ASCENDING')

/** The index that is missing for this query, as firestore.indexes.json would list it; null if none. */
export function missingIndex(
  { indexes, fieldOverrides }: Indexes,
  { collectionId, allDescendants }: NonNullable<Query['from']>[0],
  comparisons: readonly Comparison[],
  orders: readonly Order[],
) {
  const named = comparisons.filter(({ path }) => !isName(path))
  const equal = new Set(
    named.filter(({ isInequality }) => !isInequality).map(({ path }) => nameOf(path)),
  )
  // What is equal to one value needs no order.
  const sorted = orders.filter(({ path }) => !isName(path) && !equal.has(nameOf(path)))
  const touched = [...equal, ...sorted.map(({ path }) => nameOf(path))]
  const isOverridden = fieldOverrides.some(
    (field) =>
      field.collectionGroup === collectionId &&
      field.indexes.length === 0 &&
      touched.includes(field.fieldPath),
  )
  // Firestore merges its own indexes for equalities alone; one for all collections of a name is not its own.
  const isSimple = sorted.length === 0 || (sorted.length === 1 && equal.size === 0)
  const isOfOneCollection = !allDescendants || touched.length === 0
  const isSortedOneWay = orders.every(
    ({ isDescending }) => isDescending === orders[0]?.isDescending,
  )
  if (isSimple && isOfOneCollection && isSortedOneWay && !isOverridden) return null

  const isListed = indexes.some(({ collectionGroup, fields }) => {
    const [first, rest] = [fields.slice(0, equal.size), fields.slice(equal.size)]
    const isInOrder = (isReversed: boolean) =>
      rest.length === sorted.length &&
      sorted.every(({ path, isDescending }, index) => {
        const order = orderOf(isDescending !== isReversed)
        return rest[index]!.fieldPath === nameOf(path) && rest[index]!.order === order
      })
    const isOfEqual = first.every(({ fieldPath }) => equal.has(fieldPath))
    return collectionGroup === collectionId && isOfEqual && (isInOrder(false) || isInOrder(true))
  })
  if (isListed) return null
  return {
    collectionGroup: collectionId,
    queryScope: allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    fields: [
      ...[...equal].map((fieldPath) => ({ fieldPath, order: orderOf(false) })),
      ...sorted.map(({ path, isDescending }) => ({
        fieldPath: nameOf(path),
        order: orderOf(isDescending),
      })),
    ],
  }
}
