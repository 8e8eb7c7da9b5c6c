/**
 * Settings that readers choose on a device, in the order in which they are stored: localStorage.display = "dark large".
 * Styles use the attributes (`data-text-size` for `textSize`). The first option is the default.
 */
export const displaySettings = [
  { name: 'theme', values: ['system', 'light', 'dark'] },
  { name: 'textSize', values: ['normal', 'large', 'larger'] },
] as const satisfies { name: string; values: readonly string[] }[]

/** In the same order as the settings. Separate, because the script before the first paint doesn't need them. */
export const displayTitles = ['Theme', 'Text size'] as const
