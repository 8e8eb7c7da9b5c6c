import { displaySettings } from '../contracts/settings/display-settings.ts'
import { readDeviceItem, storeDeviceItem } from './device-storage.ts'

export const displayPreferencesKey = 'display'

/** Without what is unknown or was never chosen. */
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

/** Applies them at once. False if they couldn't be stored and end with the page. */
export function storeDisplayPreferences(chosen: DisplayPreferences): boolean {
  const words = displaySettings.map(({ name, values: [normal] }) => chosen[name] ?? normal)
  Object.assign(document.documentElement.dataset, chosen)
  return storeDeviceItem(displayPreferencesKey, words.join(' '))
}
