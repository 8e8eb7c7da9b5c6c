/** XML templates: values are escaped, except XML. Lists are joined, null is empty. */

export class Xml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type XmlPart = string | number | null | Xml | readonly XmlPart[]

/** Characters that aren't allowed in XML 1.0, even escaped. */
const invalidCharacters = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  // This escape is needed only in "]]>".
  '>': '&gt;',
  '"': '&quot;',
}

function renderPart(part: XmlPart): string {
  if (part === null) return ''
  if (part instanceof Xml) return part.text
  if (typeof part === 'object') return part.map(renderPart).join('')
  return String(part)
    .replace(invalidCharacters, '')
    .replace(/[&<>"]/g, (character) => escapes[character]!)
}

export function xml(strings: TemplateStringsArray, ...parts: readonly XmlPart[]): Xml {
  return new Xml(String.raw({ raw: strings }, ...parts.map(renderPart)))
}

export function renderXml({ text }: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`
}
