/** Computes a commit before any of it is written: every write succeeds, or the commit fails. */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { getTarget, type Write } from './request-schemas.ts'
import type { Failure } from './rpc-failure.ts'
import { measureFields, printCanonical, printTimestamp, type WireFields } from './wire-values.ts'

/** `fields` is wire JSON; `updated` is microseconds since 1970. */
export type StoredDocument = {
  readonly name: string
  readonly fields: string
  readonly updated: number
}

type CommitPlan = {
  /** Keyed by name; null for a document to delete. */
  readonly changes: ReadonlyMap<string, StoredDocument | null>
  readonly response: {
    readonly writeResults: readonly { readonly updateTime?: string }[]
    readonly commitTime: string
  }
}

/** Bytes, as Firestore counts them. */
const maxDocumentBytes = 2 ** 20

function applyWrite(current: WireFields, write: Write, requestTime: string): WireFields | null {
  if (!write.update) return null
  const given = write.update.fields
  const fields = write.updateMask ? { ...current } : { ...given }
  for (const name of write.updateMask ?? []) {
    if (Object.hasOwn(given, name)) fields[name] = given[name]!
    else delete fields[name]
  }
  for (const { fieldPath } of write.updateTransforms ?? [])
    fields[fieldPath] = { timestampValue: requestTime }
  return fields
}

/** `time` is the commit's time in microseconds. Later writes to a document see the earlier ones. */
export function planCommit(
  writes: readonly Write[],
  get: (name: string) => StoredDocument | null,
  time: number,
): Result<CommitPlan, Failure> {
  // REQUEST_TIME has milliseconds.
  const requestTime = printTimestamp(time - (time % 1000))
  const before = new Map<string, StoredDocument | null>()
  const after = new Map<string, StoredDocument | null>()
  for (const write of writes) {
    const name = getTarget(write)
    if (!before.has(name)) before.set(name, get(name))
    const stored = (after.has(name) ? after : before).get(name) ?? null
    const refusal = checkPrecondition(name, stored, write)
    if (refusal) return fail(refusal)
    const fields = applyWrite(stored ? JSON.parse(stored.fields) : {}, write, requestTime)
    if (fields && Buffer.byteLength(name) + measureFields(fields) > maxDocumentBytes)
      return fail({ status: 'INVALID_ARGUMENT', message: `${name} is larger than 1 MiB` })
    after.set(name, fields && { name, fields: printCanonical(fields), updated: time })
  }

  const changes = new Map<string, StoredDocument | null>()
  for (const [name, document] of after) {
    const previous = before.get(name) ?? null
    // An unchanged document keeps its update time.
    if (previous?.fields === document?.fields) after.set(name, previous)
    else changes.set(name, document)
  }
  const writeResults = writes.map((write) => {
    const document = after.get(getTarget(write))
    return document ? { updateTime: printTimestamp(document.updated) } : {}
  })
  return succeed({ changes, response: { writeResults, commitTime: printTimestamp(time) } })
}

function checkPrecondition(
  name: string,
  stored: StoredDocument | null,
  { currentDocument }: Write,
): Failure | null {
  if (!currentDocument) return null
  const { exists, updateTime } = currentDocument
  if (exists === false && stored)
    return { status: 'ALREADY_EXISTS', message: `Document already exists: ${name}` }
  if (exists === true && !stored)
    return { status: 'NOT_FOUND', message: `No document to update: ${name}` }
  const version = stored ? printTimestamp(stored.updated) : 'none'
  if (updateTime === undefined || version === updateTime) return null
  const message = `the stored version (${version}) does not match the required base version (${updateTime})`
  return { status: 'FAILED_PRECONDITION', message }
}
