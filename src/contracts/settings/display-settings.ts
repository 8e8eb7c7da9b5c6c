/**
 * Settings that readers choose on a device, in the order in which they are stored: localStorage.display = "dark large".
 * Styles use the attributes (`data-text-size` for `textSize`). The first option is the default.
 */
export const displaySettings = [
  { name: 'theme', values: ['system', 'light', 'dark'] },
  { name: 'textSize', values: ['normal', 'large', 'larger'] },
] as const satisfies { name: string; values: readonly string[] }[]

/** In the settings' order. The titles are separate, because the pre-paint script doesn't need them. */
export const displayTitles = ['Theme', 'Text size'] as const
