/**
 * A whole Firestore database as a stream of documents, and writes of documents as they travel. Holds
 * one page at a time. Never decodes a value: what was read can be written again to the last digit.
 */
import { setTimeout as wait } from 'node:timers/promises'
import {
  type FirestoreWire,
  isCommitAnswer,
  isQueryAnswer,
  notFirestore,
  type QueryRow,
} from '../../functions/adapters/firestore-wire.ts'
import { buildEnvironmentSchema } from '../../src/content/environment.ts'
import { connectFirestoreWire } from '../site/firestore.ts'
import { comparePaths } from './document-order.ts'
import { Refusal } from './refusal.ts'

export type RawDocument = {
  /** Relative to the database: `articles/a-slug`. */
  readonly path: string
  /** In Firestore's JSON form of values. */
  readonly fields: Readonly<Record<string, unknown>>
}

export type RawWrite = { readonly set: RawDocument } | { readonly remove: string }

export type Database = { readonly projectId: string; readonly wire: FirestoreWire }

const environmentSchema = buildEnvironmentSchema.pick({
  FIREBASE_PROJECT_ID: true,
  FIREBASE_SERVICE_ACCOUNT: true,
  FIRESTORE_URL: true,
})

/** Throws a refusal with the names of the variables that are missing. */
export function openDatabase(source: Readonly<Record<string, string | undefined>>): Database {
  const parsed = environmentSchema.safeParse(source)
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    throw new Refusal(`Set ${names} in the environment: see "Environment" in README.md.`)
  }
  const wire = patient(connectFirestoreWire(parsed.data))
  return { projectId: parsed.data.FIREBASE_PROJECT_ID, wire }
}

/** Tries again where Firestore is away. Only for calls that may be made twice, as all here may. */
export function patient(wire: FirestoreWire, waits = [1000, 2000, 4000, 8000]): FirestoreWire {
  return {
    root: wire.root,
    async call(path, body) {
      for (const milliseconds of waits) {
        const answer = await wire.call(path, body)
        if (answer.ok || answer.failure.kind !== 'unavailable') return answer
        await wait(milliseconds)
      }
      return wire.call(path, body)
    },
  }
}

/** Takes nobody's word but Firestore's: a stranger's empty list would make an empty backup. */
async function ask(
  wire: FirestoreWire,
  verb: string,
  body: unknown,
  isAnswer: (value: unknown) => boolean,
): Promise<unknown> {
  const answer = await wire.call(`${wire.root}:${verb}`, body)
  if (answer.ok && isAnswer(answer.value)) return answer.value
  const failure = answer.ok ? notFirestore : answer.failure
  throw new Refusal(`Firestore does not answer as it should: ${JSON.stringify(failure)}`)
}

const pageSize = 200

/**
 * Every document of every collection and subcollection, ordered by path, at one read each. The query
 * is the one with which Google's own libraries delete recursively: all descendants, of no collection
 * in particular. It is not one instant: what changes meanwhile is in either state.
 */
export async function* readDocuments(wire: FirestoreWire): AsyncGenerator<RawDocument> {
  let last: RawDocument | undefined
  for (;;) {
    const cursor = last && { values: [{ referenceValue: `${wire.root}/${last.path}` }] }
    const structuredQuery = {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      limit: pageSize,
      ...(cursor ? { startAt: { ...cursor, before: false } } : {}),
    }
    const rows = await ask(wire, 'runQuery', { structuredQuery }, isQueryAnswer)
    let found = 0
    for (const { document } of rows as QueryRow[]) {
      if (!document) continue
      const path = document.name.slice(wire.root.length + 1)
      if (last && comparePaths(last.path, path) >= 0) {
        throw new Refusal(`Firestore answers out of order: ${path} after ${last.path}.`)
      }
      last = { path, fields: document.fields ?? {} }
      found++
      yield last
    }
    if (found < pageSize) return
  }
}

/** Firestore takes 500 writes and 10 MiB a commit; its emulator takes 4 MiB. */
const writesPerCommit = 400
const bytesPerCommit = 3 * 1024 * 1024

/** Makes writes in commits of fitting size. Made twice they change nothing more. */
export async function writeAll(wire: FirestoreWire, writes: AsyncIterable<RawWrite>) {
  let batch: unknown[] = []
  let bytes = 0
  const commit = async () => {
    if (batch.length > 0) await ask(wire, 'commit', { writes: batch }, isCommitAnswer)
    batch = []
    bytes = 0
  }
  for await (const write of writes) {
    const encoded =
      'remove' in write
        ? { delete: `${wire.root}/${write.remove}` }
        : { update: { name: `${wire.root}/${write.set.path}`, fields: write.set.fields } }
    const size = Buffer.byteLength(JSON.stringify(encoded))
    if (batch.length === writesPerCommit || bytes + size > bytesPerCommit) await commit()
    batch.push(encoded)
    bytes += size
  }
  await commit()
}
