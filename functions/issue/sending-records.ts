/**
 * The records of an issue's Durable Object: the sending, its chunks, and the ranges of its audience. The sending's
 * totals are always the sum of the chunks.
 */
import type { Chunk } from '../../src/domain/issue/chunk.ts'
import { replaceInTotals } from '../../src/domain/issue/chunk-totals.ts'
import type { Sending } from '../../src/domain/issue/sending.ts'

export type SendingStorage = {
  get<Value>(key: string): Value | undefined
  put<Value>(key: string, value: Value): void
  list<Value>(options: { prefix: string }): Iterable<[string, Value]>
}

const sendingKey = 'sending'
const chunkPrefix = 'chunk '
const rangePrefix = 'range '

/** Times are milliseconds. */
export type Range = {
  readonly queuedAt: number
  readonly isFrozen: boolean
  readonly isForgotten?: boolean
  readonly prunedAt?: number
}

export const readSending = (storage: SendingStorage) => storage.get<Sending>(sendingKey) ?? null

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
