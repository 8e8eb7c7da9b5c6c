import type { DeviceKey } from '../contracts/device-storage.ts'
import { attempt } from './attempt.ts'

/** Reads localStorage. Browsers that block it store nothing. */
export const readDeviceItem = (key: DeviceKey): string | null =>
  attempt(() => localStorage.getItem(key)) ?? null

/** Returns whether the value was stored. */
export const storeDeviceItem = (key: DeviceKey, value: string): boolean =>
  attempt(() => {
    localStorage.setItem(key, value)
    return true
  }) ?? false

export const removeDeviceItem = (key: string) => attempt(() => localStorage.removeItem(key))

export const listDeviceKeys = (): string[] => attempt(() => Object.keys(localStorage)) ?? []
