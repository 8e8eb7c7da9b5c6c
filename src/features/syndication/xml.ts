/**
 * XML as a template: what is put into it is escaped, unless it is XML itself. Lists are joined, and
 * null is nothing.
 */

export class Xml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | null | Xml | readonly Part[]

/** Characters that XML 1.0 has no way to write, escaped or not, lone surrogates among them. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  // Only in "]]>" would it have to be.
  '>': '&gt;',
  '"': '&quot;',
}

function textOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Xml) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part)
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (character) => escapes[character]!)
}

export function xml(strings: TemplateStringsArray, ...parts: readonly Part[]): Xml {
  return new Xml(String.raw({ raw: strings }, ...parts.map(textOf)))
}

/** A whole document. */
export function xmlDocument({ text }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`
}
