/** Lines that the editor draws as cards: directives, and the end of the free preview. */
import type { Text } from '@codemirror/state'

export type Attributes = Readonly<Record<string, string>>

export type DirectiveLine = {
  readonly kind: 'figure' | 'embed' | 'audio' | 'pullquote' | 'gallery' | 'close' | 'more'
  readonly attributes: Attributes
  readonly from: number
  readonly to: number
}

const directivePattern = /^(:{2,3})([a-z]+)(\{[^}]*\})?\s*$/
const morePattern = /^<!--\s*more\s*-->$/i
// Matches start at a name's first letter, so that each letter is read once.
const attributePattern = /(?<![a-zA-Z])([a-zA-Z]+)="([^"]*)"/g
const fencePattern = /^ {0,3}(?:```|~~~)/

const kinds: Readonly<Record<string, DirectiveLine['kind']>> = {
  '::figure': 'figure',
  '::embed': 'embed',
  '::audio': 'audio',
  ':::pullquote': 'pullquote',
  ':::gallery': 'gallery',
}

export const mayBeDirective = (line: string) => /^\s{0,3}(?::|<!--|```|~~~)/.test(line)

export const readAttributes = (source: string): Attributes =>
  Object.fromEntries([...source.matchAll(attributePattern)].map(([, name, value]) => [name, value]))

/** Replaces quotation marks and braces, which would end the value. */
const escapeValue = (value: string) =>
  value
    .replace(/\s+/g, ' ')
    .replace(/(^|[\s([])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll('{', '(')
    .replaceAll('}', ')')

/** Attributes without a value are omitted, except an empty `alt`, which prompts for a description. */
export function formatDirective(name: string, attributes: Attributes): string {
  const pairs = Object.entries(attributes)
    .filter(([key, value]) => value !== '' || key === 'alt' || key === 'url')
    .map(([key, value]) => `${key}="${escapeValue(value)}"`)
  return pairs.length > 0 ? `${name}{${pairs.join(' ')}}` : name
}

export function findDirectiveLines(doc: Text): DirectiveLine[] {
  const found: DirectiveLine[] = []
  let fence: string | null = null
  let isInContainer = false
  let from = 0
  for (const line of doc.iterLines()) {
    const to = from + line.length
    if (fencePattern.test(line)) {
      const mark = line.trim().slice(0, 3)
      fence = fence === null ? mark : fence === mark ? null : fence
    } else if (fence === null && mayBeDirective(line)) {
      const text = line.trim()
      const [, colons = '', name = '', source = ''] = directivePattern.exec(text) ?? []
      const kind = kinds[colons + name]
      if (kind) {
        found.push({ kind, attributes: readAttributes(source), from, to })
        if (kind === 'pullquote' || kind === 'gallery') isInContainer = true
      } else if (morePattern.test(text)) found.push({ kind: 'more', attributes: {}, from, to })
      else if (text === ':::' && isInContainer) {
        found.push({ kind: 'close', attributes: {}, from, to })
        isInContainer = false
      }
    }
    from = to + 1
  }
  return found
}
