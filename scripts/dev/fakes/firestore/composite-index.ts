/**
 * Checks that a query has an index: Firestore's own, or one from firestore.indexes.json. The emulator
 * needs none, so tests would pass without it. Source: Firestore's page "Index types".
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isEquality, type Query } from './request-schemas.ts'
import { namePath } from './resource-names.ts'

export type Indexes = {
  readonly indexes: readonly {
    readonly collectionGroup: string
    readonly fields: readonly { readonly fieldPath: string }[]
  }[]
  /** Fields that have no index of their own. */
  readonly fieldOverrides: readonly {
    readonly collectionGroup: string
    readonly fieldPath: string
    readonly indexes: readonly unknown[]
  }[]
}

export function readDeployedIndexes(): Indexes {
  const file = join(import.meta.dirname, '../../../../firestore.indexes.json')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Returns the missing index in the form of firestore.indexes.json; null if none is missing. */
export function findMissingIndex(
  { indexes, fieldOverrides }: Indexes,
  collectionGroup: string,
  where: Query['where'],
  orderBy: Query['orderBy'],
) {
  const equal = new Set(where.filter(({ op }) => isEquality(op)).map(({ field }) => field))
  // A field that equals one value needs no order.
  const sorted = orderBy.filter(({ field }) => field !== namePath && !equal.has(field))
  const usedFields = [...equal, ...sorted.map(({ field }) => field)]
  const isOverridden = fieldOverrides.some(
    (override) =>
      override.collectionGroup === collectionGroup &&
      override.indexes.length === 0 &&
      usedFields.includes(override.fieldPath),
  )
  // For queries with equalities only, Firestore merges its own indexes.
  if ((sorted.length === 0 || equal.size === 0) && !isOverridden) return null
  // With one sorted field an index serves both directions.
  const isListed = indexes.some(
    (index) =>
      index.collectionGroup === collectionGroup &&
      index.fields.length === usedFields.length &&
      index.fields.slice(0, equal.size).every(({ fieldPath }) => equal.has(fieldPath)) &&
      index.fields.at(-1)?.fieldPath === usedFields.at(-1),
  )
  if (isListed) return null
  const lists = new Set(where.filter(({ op }) => op === 'ARRAY_CONTAINS').map(({ field }) => field))
  const fields = usedFields.map((fieldPath) =>
    lists.has(fieldPath)
      ? { fieldPath, arrayConfig: 'CONTAINS' }
      : { fieldPath, order: 'ASCENDING' },
  )
  return { collectionGroup, queryScope: 'COLLECTION', fields }
}
