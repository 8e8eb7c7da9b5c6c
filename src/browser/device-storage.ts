import type { DeviceKey } from '../contracts/device-storage.ts'

/** Reads localStorage. Browsers that block it store nothing. */
export function readDeviceItem(key: DeviceKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns whether the value was stored. */
export function storeDeviceItem(key: DeviceKey, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeDeviceItem(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // The browser blocks storage, so there is nothing to remove.
  }
}

export function listDeviceKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
