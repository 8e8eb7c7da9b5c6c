/**
 * A commit worked out before anything of it is written: all of its writes hold, or it fails whole.
 * Reads documents through what it is given, and changes none.
 */
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { applyWrite } from './apply-write.ts'
import { fieldsSize } from './document-size.ts'
import type { Failure } from './failure.ts'
import { canonicalText, printTimestamp, type WireValue } from './values.ts'
import { targetOf, type Write } from './write-requests.ts'

/** `fields` is wire JSON; times are microseconds since 1970. */
export type StoredDocument = {
  readonly name: string
  readonly fields: string
  readonly created: number
  readonly updated: number
}

export type WriteResult = { readonly updateTime?: string; readonly transformResults?: WireValue[] }
export type Committed = { readonly writeResults: WriteResult[]; readonly commitTime: string }

export type Plan = {
  /** By name; null for what is to go. */
  readonly changes: ReadonlyMap<string, StoredDocument | null>
  readonly answer: Committed
}

/** Bytes, by Firestore's own reckoning. */
const largestDocument = 2 ** 20

/** `time` is that of the commit, in microseconds. Writes to one document build on each other. */
export function planCommit(
  writes: readonly Write[],
  get: (name: string) => StoredDocument | null,
  time: number,
): Result<Plan, Failure> {
  // REQUEST_TIME is given in milliseconds.
  const requestTime = printTimestamp(time - (time % 1000))
  const before = new Map<string, StoredDocument | null>()
  const after = new Map<string, StoredDocument | null>()
  const transformResults: (readonly WireValue[])[] = []
  for (const write of writes) {
    const name = targetOf(write)
    if (!before.has(name)) before.set(name, get(name))
    const stored = (after.has(name) ? after : before).get(name) ?? null
    const refusal = preconditionFailure(name, stored, write)
    if (refusal) return fail(refusal)
    const applied = applyWrite(stored && JSON.parse(stored.fields), write, requestTime)
    transformResults.push(applied.transformResults)
    const { fields } = applied
    if (fields && Buffer.byteLength(name) + fieldsSize(fields) > largestDocument)
      return fail({ status: 'INVALID_ARGUMENT', message: `${name} is larger than 1 MiB` })
    const created = stored?.created ?? time
    after.set(name, fields && { name, fields: canonicalText(fields), created, updated: time })
  }

  const changes = new Map<string, StoredDocument | null>()
  for (const [name, document] of after) {
    const earlier = before.get(name) ?? null
    // What changes nothing leaves the document's time as it is.
    const isSame = earlier?.fields === document?.fields && earlier?.created === document?.created
    if (isSame) after.set(name, earlier)
    else changes.set(name, document)
  }
  const writeResults = writes.map((write, index): WriteResult => {
    const document = after.get(targetOf(write))
    const results = transformResults[index]!
    return {
      ...(document ? { updateTime: printTimestamp(document.updated) } : {}),
      ...(results.length > 0 ? { transformResults: [...results] } : {}),
    }
  })
  return succeed({ changes, answer: { writeResults, commitTime: printTimestamp(time) } })
}

function preconditionFailure(
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
