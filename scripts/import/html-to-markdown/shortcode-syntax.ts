/** Parses WordPress's shortcodes: `[name attribute="value"]`, perhaps with `[/name]`. */
import { parseAttributes } from '../items/parse-attributes.ts'
import { toSingleLine } from '../items/single-line.ts'

export type Shortcode = {
  readonly name: string
  readonly isClosing: boolean
  /** Keyed by name, or by position (`0`, `1`, …) for values without a name. */
  readonly attributes: Readonly<Record<string, string>>
  readonly source: string
}

const shortcodePattern = /\[(\[?)(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]]*)?)\](\]?)/gi

export function parseShortcodes(value: string): (string | Shortcode)[] {
  const parts: (string | Shortcode)[] = []
  let from = 0
  for (const match of value.matchAll(shortcodePattern)) {
    const [source, escapedBefore, slash, name, attributes, escapedAfter] =
      match as unknown as string[]
    if (match.index > from) parts.push(value.slice(from, match.index))
    from = match.index + source!.length
    if (escapedBefore && escapedAfter) {
      // Double brackets show a shortcode instead of calling it.
      parts.push(source!.slice(1, -1))
      continue
    }
    parts.push(...(escapedBefore ? ['['] : []))
    parts.push({
      name: name!.toLowerCase(),
      isClosing: slash === '/',
      attributes: parseShortcodeAttributes(attributes!),
      source: `[${slash}${name}${attributes}]`,
    })
    parts.push(...(escapedAfter ? [']'] : []))
  }
  if (from < value.length) parts.push(value.slice(from))
  return parts
}

export function parseShortcodeAttributes(source: string): Record<string, string> {
  // `[youtube=https://…]` has a value without a name; editors often make quotes typographic.
  const normalised = stripTrailingSlash(source.replace(/^=/, '')).replace(/[“”″]/g, '"')
  const { named, plain } = parseAttributes(normalised)
  const attributes = Object.entries<string>({ ...plain, ...named })
  return Object.fromEntries(attributes.map(([name, value]) => [name, toSingleLine(value)]))
}

/** Removes the slash that ends a shortcode, but not one that ends an address. */
function stripTrailingSlash(source: string): string {
  const normalised = source.trimEnd()
  if (!normalised.endsWith('/')) return normalised
  const lastWord = normalised.split(/\s/).at(-1)!
  return /https?:/.test(lastWord) ? normalised : normalised.slice(0, -1)
}

/** Matches names of shortcodes and blocks whose content plugins show to some readers only. */
const restrictingName =
  /hid(?:e|den)|restrict|(?<!team[-_]?)member|private|protect|passw|paywall|premium-content|subscriber-view|logged[-_]?in|^(?:access|accesscontrol|is_paid|mepr-.*|passster|ppwp|s2if|visitor)$/

export const isRestricting = (name: string) => restrictingName.test(name)
