/**
 * How this device shows the pages, as its reader chose: light or dark, and how large text is. Kept
 * on the device alone; the script before the first paint reads it (layouts/reader-hint-script.ts),
 * and tokens.css says what it means.
 *
 *     localStorage.reading = "dark large"
 *     <html data-scheme="dark" data-text="large">
 */
export const readingKey = 'reading'

export const schemes = ['auto', 'light', 'dark'] as const
export const textSizes = ['normal', 'large', 'larger'] as const

export type ReadingPreference = {
  readonly scheme: (typeof schemes)[number]
  readonly text: (typeof textSizes)[number]
}

/** Whatever is not a preference of ours means the usual. */
export function parseReadingPreference(stored: string | null): ReadingPreference {
  const [first, second] = (stored ?? '').split(' ')
  return {
    scheme: schemes.find((scheme) => scheme === first) ?? 'auto',
    text: textSizes.find((text) => text === second) ?? 'normal',
  }
}

export function readReadingPreference(): ReadingPreference {
  try {
    return parseReadingPreference(localStorage.getItem(readingKey))
  } catch {
    // A browser that keeps nothing has no preference.
    return parseReadingPreference(null)
  }
}

/** Shows it at once. False where the browser keeps nothing, so that it will not outlast the page. */
export function keepReadingPreference({ scheme, text }: ReadingPreference): boolean {
  const root = document.documentElement
  root.dataset.scheme = scheme
  root.dataset.text = text
  try {
    localStorage.setItem(readingKey, `${scheme} ${text}`)
    return true
  } catch {
    return false
  }
}
