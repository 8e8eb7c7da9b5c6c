/** The database of unsaved text on this device (features/desk-editor/device-texts.ts). Logging out deletes it. */
import type { DatabaseName } from '../contracts/device-storage.ts'
import { withLimit } from './with-limit.ts'

const databaseName: DatabaseName = 'desk'
export const textStore = 'texts'

/** Milliseconds. A frozen page that has the database open can hold up its deletion, and all later openings with it. */
const answerLimit = 5000

let opened: Promise<IDBDatabase> | undefined

export function openDeskDatabase(): Promise<IDBDatabase> {
  if (opened) return opened
  // A later opening isn't forgotten with this one.
  const forget = () => {
    if (opened === opening) opened = undefined
  }
  const opening = withLimit(requestDatabase(forget), answerLimit)
  opened = opening
  opening.catch(forget)
  return opening
}

const requestDatabase = (onEnd: () => void) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(textStore, { keyPath: 'writer' })
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      // Another page is deleting the database, or the browser needs the space.
      const end = () => {
        database.close()
        onEnd()
      }
      database.onversionchange = end
      database.onclose = end
      resolve(database)
    }
  })

async function countTexts(): Promise<number> {
  const database = await openDeskDatabase()
  return new Promise((resolve, reject) => {
    const request = database.transaction(textStore).objectStore(textStore).count()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Firefox before 126 can't list databases. Opening the desk's there creates it, until it's deleted a moment later. */
async function mayHaveDatabase(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true
  const databases = await withLimit(indexedDB.databases(), answerLimit)
  return databases.some(({ name }) => name === databaseName)
}

async function mayHaveTexts(): Promise<boolean> {
  if (!(await mayHaveDatabase())) return false
  // A frozen page can hold up the count. There may be text then, and the deletion waits until that page ends.
  const count = await withLimit(countTexts(), answerLimit).catch(() => null)
  return count !== 0
}

const askForLoss = () =>
  confirm(
    'You may have unsaved text in the desk, stored on this device only. Logging out will delete it. Log out?',
  )

/** Asks before deleting text that the server doesn't have. Returns false if the person wants to keep the text. */
export async function eraseDeskTexts(confirmLoss = askForLoss): Promise<boolean> {
  try {
    if ((await mayHaveTexts()) && !confirmLoss()) return false
    indexedDB.deleteDatabase(databaseName)
  } catch {
    // The browser stores nothing.
  }
  return true
}
