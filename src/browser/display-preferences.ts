import { displaySettings } from '../contracts/settings/display-settings.ts'
import { readDeviceItem, storeDeviceItem } from './device-storage.ts'

export const displayPreferencesKey = 'display'

/** Omits preferences that are unknown or were never chosen. */
export type DisplayPreferences = Readonly<Record<string, string>>

export function parseDisplayPreferences(stored: string): DisplayPreferences {
  const words = stored.split(' ')
  return Object.fromEntries(
    displaySettings.flatMap(({ name, values }, index) =>
      values.filter((value) => value === words[index]).map((value) => [name, value]),
    ),
  )
}

export function readDisplayPreferences(): DisplayPreferences {
  return parseDisplayPreferences(readDeviceItem(displayPreferencesKey) ?? '')
}

/** Applies preferences immediately. Returns false if they couldn't be stored and apply only to this page. */
export function storeDisplayPreferences(chosen: DisplayPreferences): boolean {
  const words = displaySettings.map(({ name, values: [normal] }) => chosen[name] ?? normal)
  Object.assign(document.documentElement.dataset, chosen)
  return storeDeviceItem(displayPreferencesKey, words.join(' '))
}
