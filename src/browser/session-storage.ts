/** sessionStorage as JSON. Readers can edit it, so every caller checks what it reads. */

import type { TabKey } from '../contracts/device-storage.ts'
import { attempt } from './attempt.ts'

/** Undefined if nothing is stored, or nothing that is JSON. */
export const readTabItem = (key: TabKey): unknown =>
  attempt(() => JSON.parse(sessionStorage.getItem(key) ?? ''))

/** True if it was stored. */
export const storeTabItem = (key: TabKey, value: unknown): true | undefined =>
  attempt(() => {
    sessionStorage.setItem(key, JSON.stringify(value))
    return true
  })

export const removeTabItem = (key: TabKey) => attempt(() => sessionStorage.removeItem(key))
