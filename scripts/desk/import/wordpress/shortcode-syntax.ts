/** How WordPress's shortcodes are written: `[name attribute="value"]`, perhaps with `[/name]`. */
import { oneLine } from '../html/tree.ts'

export type Shortcode = {
  readonly name: string
  readonly closing: boolean
  /** By name, and by place (`0`, `1`, …) where a value stands alone. */
  readonly attributes: Readonly<Record<string, string>>
  readonly written: string
}

const syntax = /\[(\[?)(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]]*)?)\](\]?)/gi
const attributeSyntax =
  /([\w-]+)\s*=\s*"([^"]*)"|([\w-]+)\s*=\s*'([^']*)'|([\w-]+)\s*=\s*([^\s'"]+)|"([^"]*)"|([^\s"']+)/g

/** The pieces of a text: what is text, and what has a shortcode's form. */
export function shortcodesIn(value: string): (string | Shortcode)[] {
  const pieces: (string | Shortcode)[] = []
  let from = 0
  for (const match of value.matchAll(syntax)) {
    const [written, escapedBefore, slash, name, attributes, escapedAfter] =
      match as unknown as string[]
    if (match.index > from) pieces.push(value.slice(from, match.index))
    from = match.index + written!.length
    if (escapedBefore && escapedAfter) {
      // Written twice it is shown, not called.
      pieces.push(written!.slice(1, -1))
      continue
    }
    pieces.push(...(escapedBefore ? ['['] : []))
    pieces.push({
      name: name!.toLowerCase(),
      closing: slash === '/',
      attributes: attributesOf(attributes!),
      written: `[${slash}${name}${attributes}]`,
    })
    pieces.push(...(escapedAfter ? [']'] : []))
  }
  if (from < value.length) pieces.push(value.slice(from))
  return pieces
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null)
  let place = 0
  // `[youtube=https://…]` has its value without a name; quotes were often made typographic.
  const bare = withoutSlash(source.replace(/^=/, '')).replace(/[“”″]/g, '"')
  for (const [, a, av, b, bv, c, cv, quotedValue, single] of bare.matchAll(attributeSyntax)) {
    const name = a ?? b ?? c
    const value = oneLine(av ?? bv ?? cv ?? quotedValue ?? single ?? '')
    if (name) attributes[name.toLowerCase()] = value
    else attributes[place++] = value
  }
  return attributes
}

/** Without the slash that ends a shortcode; one that ends an address stays. */
function withoutSlash(source: string): string {
  const bare = source.trimEnd()
  if (!bare.endsWith('/')) return bare
  const lastWord = bare.split(/\s/).at(-1)!
  return /https?:/.test(lastWord) ? bare : bare.slice(0, -1)
}
