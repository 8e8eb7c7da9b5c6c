/**
 * Copies of unsaved text on this device, in IndexedDB: one per open page, user, document and revision. A copy is
 * deleted once the server has stored its text, so a remaining copy was never saved.
 */

import { openDeskDatabase, textStore } from '../../browser/desk-database.ts'
import { withLimit } from '../../browser/with-limit.ts'
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'

export type DeviceText = {
  /** The id of an open page, which holds a lock named after it. */
  readonly writer: string
  readonly uid: string
  /** A path such as `articles/rain`. */
  readonly document: string
  readonly revision: number
  readonly base: string | null
  readonly content: DraftContent
  readonly at: Date
}

const lockName = (writer: string) => `desk-text ${writer}`

/** Milliseconds for one change or search. */
const workLimit = 10_000

/** Holds a lock until the page is closed, so that other pages don't consider its copy abandoned. */
export function holdWriterLock(writer: string) {
  void navigator.locks?.request(lockName(writer), () => new Promise<void>(() => {})).catch(() => {})
}

async function listOpenWriters(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name ?? ''))
}

const complete = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

const answer = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Throws if the device is full, stores nothing or isn't responding. */
async function changeTexts(change: (texts: IDBObjectStore) => unknown) {
  const database = await openDeskDatabase()
  const transaction = database.transaction(textStore, 'readwrite', { durability: 'strict' })
  change(transaction.objectStore(textStore))
  await complete(transaction)
}

export const storeDeviceText = (text: DeviceText) =>
  withLimit(
    changeTexts((texts) => texts.put(text)),
    workLimit,
  )

export const deleteDeviceText = (writer: string) =>
  withLimit(
    changeTexts((texts) => texts.delete(writer)),
    workLimit,
  )

/** Finds the texts of pages that were closed before the server had stored them, the latest first. */
export const findAbandonedTexts = (uid: string, document: string): Promise<DeviceText[]> =>
  withLimit(searchTexts(uid, document), workLimit)

async function searchTexts(uid: string, document: string): Promise<DeviceText[]> {
  const store = (await openDeskDatabase()).transaction(textStore).objectStore(textStore)
  const [texts, open] = await Promise.all([answer<DeviceText[]>(store.getAll()), listOpenWriters()])
  return texts
    .filter((text) => text.uid === uid && text.document === document)
    .filter(({ writer }) => !open.has(lockName(writer)))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
}
