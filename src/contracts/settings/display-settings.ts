/**
 * What readers choose for a device, in the order in which it's stored: localStorage.display = "dark large". Styles choose by
 * the attribute (`data-text-size` for `textSize`). The default is first.
 */
export const displaySettings = [
  { name: 'theme', values: ['system', 'light', 'dark'] },
  { name: 'textSize', values: ['normal', 'large', 'larger'] },
] as const satisfies { name: string; values: readonly string[] }[]

/** In the same order. The script before the first paint goes without them. */
export const displayTitles = ['Theme', 'Text size'] as const
