/** JSON values in sessionStorage. Readers can edit storage, so every caller validates what it reads. */

import type { TabKey } from '../contracts/device-storage.ts'
import { attempt } from './attempt.ts'

/** Returns undefined if nothing valid is stored. */
export const readTabItem = (key: TabKey): unknown =>
  attempt(() => JSON.parse(sessionStorage.getItem(key) ?? ''))

/** Returns true if the value was stored. */
export const storeTabItem = (key: TabKey, value: unknown): true | undefined =>
  attempt(() => {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  })

export const removeTabItem = (key: TabKey) => attempt(() => sessionStorage.removeItem(key))
