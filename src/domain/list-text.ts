// Created once: creating a formatter costs a hundred times as much as using it.
const listFormat = new Intl.ListFormat('en-GB')

/** “One”, “One and Two” or “One, Two and Three”. */
export function formatList(items: readonly string[]): string {
  return listFormat.format(items)
}
