/**
 * Copies of unsaved text on this device, in IndexedDB: one for each open page, by person, document and revision. A copy is
 * deleted when the server has its text, so what is found here was never saved.
 */

import { openDeskDatabase, textStore } from '../../browser/desk-database.ts'
import type { DraftContent } from '../../contracts/endpoints/document-endpoints.ts'

export type DeviceText = {
  /** Of the open page, whose lock of the same name says that it's still open. */
  readonly writer: string
  readonly uid: string
  /** Such as `articles/rain`. */
  readonly document: string
  readonly revision: number
  readonly base: string | null
  readonly content: DraftContent
  readonly at: Date
}

const lockName = (writer: string) => `desk-text ${writer}`

/** Held until the page is closed. Other pages then know that its copy isn't abandoned. */
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

/** Texts of pages that were closed before the server had them, the latest first. */
export async function findAbandonedTexts(uid: string, document: string): Promise<DeviceText[]> {
  const store = (await openDeskDatabase()).transaction(textStore).objectStore(textStore)
  const [texts, open] = await Promise.all([answer<DeviceText[]>(store.getAll()), listOpenWriters()])
  return texts
    .filter((text) => text.uid === uid && text.document === document)
    .filter(({ writer }) => !open.has(lockName(writer)))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
}
