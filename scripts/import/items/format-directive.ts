import { toSingleLine } from './single-line.ts'

/** Writes `{name="value"}`; values can't contain double quotes or braces. */
export function formatAttributes(attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(
    ([name, value]) => `${name}="${replaceReservedCharacters(value)}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(' ')}}` : ''
}

function replaceReservedCharacters(value: string): string {
  return toSingleLine(value)
    .replace(/(^|[\s([{—–-])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
}

export const encodeReservedCharacters = (address: string) =>
  address.replace(/["{}\s]/g, encodeURIComponent)
