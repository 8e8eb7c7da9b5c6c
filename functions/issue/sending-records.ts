/**
 * The records of an issue's Durable Object: the sending, its chunks, its audience ranges, and its recipients' keys. The
 * sending's totals always equal the sum of the chunks.
 */
import { noFailures } from '../../src/domain/issue/breaker.ts'
import type { Chunk } from '../../src/domain/issue/chunk.ts'
import { replaceInTotals } from '../../src/domain/issue/chunk-totals.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'
import type { Newcomer } from '../../src/domain/issue/surplus.ts'
import type { RecipientKeys } from './recipient-keys.ts'

export type SendingStorage = {
  get<Value>(key: string): Value | undefined
  put<Value>(key: string, value: Value): void
  list<Value>(options: { prefix: string }): Iterable<[string, Value]>
}

const sendingKey = 'sending'
const chunkPrefix = 'chunk '
const rangePrefix = 'range '
const chunkKeysPrefix = 'keys '
const countPrefix = 'count '
const newcomersPrefix = 'newcomers '

/** Times are in milliseconds. */
export type Range = {
  readonly queuedAt: number
  readonly isFrozen: boolean
  readonly isForgotten?: boolean
  readonly prunedAt?: number
}

/** Defaults for an issue approved by an earlier release. */
const addedFields = { orderKey: '', failures: noFailures, recentFailures: noFailures } as const

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

/** Lists chunks in sending order, or by id if an earlier release created them. */
export const listChunksInOrder = (storage: SendingStorage) =>
  [...listChunks(storage)].sort(([, one], [, other]) => {
    if (one.order === other.order) return 0
    return one.order < other.order ? -1 : 1
  })

/** Stores a chunk. Returns the sending with its new totals, which the caller has to store. */
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

type StoredKeys = Pick<RecipientKeys, 'inbox' | 'domain' | 'origin'>

/** Stores keys by position, separately from the chunk, which is read far more often. */
export const writeChunkKeys = (
  storage: SendingStorage,
  id: string,
  keys: readonly RecipientKeys[],
): void =>
  storage.put<readonly StoredKeys[]>(
    chunkKeysPrefix + id,
    keys.map(({ inbox, domain, origin }) => ({ inbox, domain, origin })),
  )

type StoredNewcomer = Newcomer & { readonly chunk: string; readonly position: number }

/** Stores the newcomers in a chunk. Subscribers aren't newcomers, because they have paid. */
export function writeNewcomers(
  storage: SendingStorage,
  chunk: string,
  keys: readonly RecipientKeys[],
): void {
  const newcomers = keys.flatMap(({ joinedAt, inbox, domain }, position): StoredNewcomer[] =>
    joinedAt === null ? [] : [{ chunk, position, joinedAt, inbox, domain }],
  )
  if (newcomers.length > 0) storage.put(newcomersPrefix + chunk, newcomers)
}

export function* listNewcomers(storage: SendingStorage): Iterable<StoredNewcomer> {
  for (const [, newcomers] of storage.list<readonly StoredNewcomer[]>({ prefix: newcomersPrefix }))
    yield* newcomers
}

/** The keys for an issue whose audience was frozen by an earlier release: each failure counts. */
const unknownKeys = { inbox: null, domain: null, origin: 'imported' } as const

export const readRecipientKeys = (storage: SendingStorage, id: string, position: number) =>
  storage.get<readonly StoredKeys[]>(chunkKeysPrefix + id)?.[position] ?? unknownKeys

/** Returns false if `max` failures have already been counted. */
export function countUpTo(storage: SendingStorage, name: string, max: number): boolean {
  const key = countPrefix + name
  const count = storage.get<number>(key) ?? 0
  if (count < max) storage.put(key, count + 1)
  return count < max
}
