/** Theme and text size, applied before the first paint: localStorage.display = "dark large". */
import { readDeviceItem, storeDeviceItem } from './device-storage.ts'

export const displayPreferencesKey = 'display'

export const themes = ['system', 'light', 'dark'] as const
export const textSizes = ['normal', 'large', 'larger'] as const

export type DisplayPreferences = {
  readonly theme: (typeof themes)[number]
  readonly textSize: (typeof textSizes)[number]
}

/** Unknown values mean the default. */
export function parseDisplayPreferences(stored: string | null): DisplayPreferences {
  const [first, second] = (stored ?? '').split(' ')
  return {
    theme: themes.find((theme) => theme === first) ?? 'system',
    textSize: textSizes.find((textSize) => textSize === second) ?? 'normal',
  }
}

export function readDisplayPreferences(): DisplayPreferences {
  return parseDisplayPreferences(readDeviceItem(displayPreferencesKey))
}

/** Applies them at once. False if they couldn't be stored and end with the page. */
export function storeDisplayPreferences({ theme, textSize }: DisplayPreferences): boolean {
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.textSize = textSize
  return storeDeviceItem(displayPreferencesKey, `${theme} ${textSize}`)
}
