/**
 * The records of an issue's Durable Object: the sending, its chunks, the ranges of its audience, and its recipients'
 * domains and inboxes. The sending's totals are always the sum of the chunks.
 */
import { type DomainRecord, type Failures, noFailures } from '../../src/domain/issue/breaker.ts'
import type { Chunk } from '../../src/domain/issue/chunk.ts'
import { replaceInTotals } from '../../src/domain/issue/chunk-totals.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import type { RecipientKeys } from './recipient-keys.ts'

export type SendingStorage = {
  get<Value>(key: string): Value | undefined
  put<Value>(key: string, value: Value): void
  list<Value>(options: { prefix: string }): Iterable<[string, Value]>
}

const sendingKey = 'sending'
const chunkPrefix = 'chunk '
const rangePrefix = 'range '
const domainPrefix = 'domain '
const chunkDomainsPrefix = 'domains '
const chunkInboxesPrefix = 'inboxes '
const failedInboxPrefix = 'failed '

/** Times are milliseconds. */
export type Range = {
  readonly queuedAt: number
  readonly isFrozen: boolean
  readonly isForgotten?: boolean
  readonly prunedAt?: number
}

/** For an issue that an earlier release approved. */
const addedFields = { orderKey: '', failures: noFailures } as const

export function readSending(storage: SendingStorage): Sending | null {
  const stored = storage.get<Sending>(sendingKey)
  return stored ? { ...addedFields, ...stored } : null
}

export function writeSending(storage: SendingStorage, sending: Sending): Sending {
  storage.put(sendingKey, sending)
  return sending
}

export const readChunk = (storage: SendingStorage, id: string) =>
  storage.get<Chunk>(chunkPrefix + id)

export function* listChunks(storage: SendingStorage): Iterable<[id: string, chunk: Chunk]> {
  for (const [key, chunk] of storage.list<Chunk>({ prefix: chunkPrefix }))
    yield [key.slice(chunkPrefix.length), chunk]
}

/** In the order in which they are sent; by id those of an earlier release. */
export const listChunksInOrder = (storage: SendingStorage) =>
  [...listChunks(storage)].sort(([, one], [, other]) => {
    if (one.order === other.order) return 0
    return one.order < other.order ? -1 : 1
  })

/** Returns the sending with its new totals, which the caller stores. */
export function writeChunk(
  storage: SendingStorage,
  sending: Sending,
  id: string,
  before: Chunk | null,
  after: Chunk,
): Sending {
  if (before === after) return sending
  storage.put(chunkPrefix + id, after)
  return { ...sending, totals: replaceInTotals(sending.totals, before, after) }
}

export const readRange = (storage: SendingStorage, range: number) =>
  storage.get<Range>(`${rangePrefix}${range}`)

export const writeRange = (storage: SendingStorage, range: number, fields: Range) =>
  storage.put(`${rangePrefix}${range}`, fields)

/** `domain` is a hash (recipient-keys.ts). */
export const readDomain = (storage: SendingStorage, domain: string): DomainRecord =>
  storage.get<DomainRecord>(domainPrefix + domain) ?? { recipients: 0, ...noFailures }

export const writeDomain = (storage: SendingStorage, domain: string, record: DomainRecord) =>
  storage.put(domainPrefix + domain, record)

/** By position, and apart from the chunk, which is read far more often. */
export function writeChunkKeys(
  storage: SendingStorage,
  id: string,
  keys: readonly RecipientKeys[],
): void {
  storage.put(
    chunkDomainsPrefix + id,
    keys.map(({ domain }) => domain),
  )
  storage.put(
    chunkInboxesPrefix + id,
    keys.map(({ inbox }) => inbox),
  )
}

/** Undefined for an issue whose audience an earlier release has frozen. */
export function readRecipientKeys(storage: SendingStorage, id: string, position: number) {
  const read = (prefix: string) => storage.get<readonly string[]>(prefix + id)?.[position]
  return { domain: read(chunkDomainsPrefix), inbox: read(chunkInboxesPrefix) }
}

/** False if the mailbox has failed before: its other addresses are the same person's. */
export function recordFailedInbox(
  storage: SendingStorage,
  inbox: string,
  kind: keyof Failures,
): boolean {
  const key = `${failedInboxPrefix}${kind} ${inbox}`
  if (storage.get<true>(key)) return false
  storage.put(key, true)
  return true
}
