// Created once, because creating a formatter takes a hundred times as long as using it.
const listFormat = new Intl.ListFormat('en-GB')

/** Returns “One”, “One and Two” or “One, Two and Three”. */
export function formatList(items: readonly string[]): string {
  return listFormat.format(items)
}

/** Returns “By One and Two”; empty if none of the names is known. */
export const formatByline = (names: readonly string[]): string =>
  names.length > 0 ? `By ${formatList(names)}` : ''

const alternativesFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Returns “One”, “One or Two” or “One, Two or Three”. */
export function formatAlternatives(items: readonly string[]): string {
  return alternativesFormat.format(items)
}
