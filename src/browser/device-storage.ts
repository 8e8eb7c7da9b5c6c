import type { DeviceKey } from '../contracts/device-storage.ts'

/** localStorage; browsers that block it store nothing. */
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
    // Nothing is stored.
  }
}

export function listDeviceKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
