/**
 * Copies of unsaved text on this device, in IndexedDB: one per open page, user, document and revision. A copy is
 * deleted once the server has stored its text, so a remaining copy was never saved.
 */

import { openDeskDatabase, textStore } from '../../browser/desk-database.ts'
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

/** Holds a lock until the page is closed, so that other pages don't consider its copy abandoned. */
export function holdWriterLock(writer: string) {
  void navigator.locks?.request(lockName(writer), () => new Promise<void>(() => {}))
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

const beginChange = async () =>
  (await openDeskDatabase()).transaction(textStore, 'readwrite', { durability: 'strict' })

/** Throws if the device is full, or stores nothing. */
export async function storeDeviceText(text: DeviceText) {
  const transaction = await beginChange()
  transaction.objectStore(textStore).put(text)
  await complete(transaction)
}

export async function deleteDeviceText(writer: string) {
  const transaction = await beginChange()
  transaction.objectStore(textStore).delete(writer)
  await complete(transaction)
}

/** Finds the texts of pages that were closed before the server had stored them, the latest first. */
export async function findAbandonedTexts(uid: string, document: string): Promise<DeviceText[]> {
  const store = (await openDeskDatabase()).transaction(textStore).objectStore(textStore)
  const [texts, open] = await Promise.all([answer<DeviceText[]>(store.getAll()), listOpenWriters()])
  return texts
    .filter((text) => text.uid === uid && text.document === document)
    .filter(({ writer }) => !open.has(lockName(writer)))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
}
