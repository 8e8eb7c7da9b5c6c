// Created once: creating a formatter costs a hundred times as much as using it.
const listFormat = new Intl.ListFormat('en-GB')

/** “One”, “One and Two” or “One, Two and Three”. */
export function formatList(items: readonly string[]): string {
  return listFormat.format(items)
}

/** “By One and Two”; empty if none of them is known. */
export const formatByline = (names: readonly string[]): string =>
  names.length > 0 ? `By ${formatList(names)}` : ''

const alternativesFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** “One”, “One or Two” or “One, Two or Three”. */
export function formatAlternatives(items: readonly string[]): string {
  return alternativesFormat.format(items)
}
