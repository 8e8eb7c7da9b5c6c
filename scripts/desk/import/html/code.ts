/** Code in a line and in blocks, verse, and what is raised above or set below the line. */
import type { Element } from 'hast'
import type { Conversion } from './conversion.ts'
import { noteReferenceTag } from './directives.ts'
import { howMany } from './losses.ts'
import {
  attribute,
  element,
  find,
  hasClass,
  isElement,
  type Node,
  rawTextOf,
  text,
} from './tree.ts'

export function inlineCode(node: Element): Node[] {
  const code = rawTextOf(node.children).replace(/\s+/g, ' ')
  if (code.trim() === '') return code ? [text(' ')] : []
  return [element('code', {}, [text(code.trim())])]
}

/** Names of languages as classes give them, here and in the plugins that colour code. */
const language = /(?:^|\s)(?:language-|lang-|brush:\s*)([a-z0-9+#.-]{1,30})(?:[;\s]|$)/i

export function codeBlock(node: Element, inTable: boolean): Node[] {
  const code = rawTextOf(node.children).replace(/^\n/, '').trimEnd()
  if (code.trim() === '') return []
  if (hasClass(node, /^wp-block-verse$/)) return [element('p', {}, verse(code))]
  if (inTable) return [element('code', {}, [text(code.replace(/\s+/g, ' ').trim())])]
  const inner = find(node, ({ tagName }) => tagName === 'code')
  const classes = [node, ...(inner ? [inner] : [])]
    .map((one) => attribute(one, 'className'))
    .join(' ')
  const lang = language.exec(classes)?.[1]
  return [
    element('pre', {}, [
      element('code', lang ? { className: [`language-${lang}`] } : {}, [text(code)]),
    ]),
  ]
}

function verse(code: string): Node[] {
  return code
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [element('br')] : []), text(line)])
}

const above = new Map(
  [...'0123456789+-−=()'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'][index]!]),
)
const below = new Map(
  [...'0123456789+-−=()'].map((sign, index) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][index]!]),
)

/** Numbers keep their place, as signs of their own; words come down to the line. */
export function raised(node: Element, children: Node[], { losses }: Conversion): Node[] {
  const signs = node.tagName === 'sup' ? above : below
  const [only] = children
  const written = children.length === 1 && only?.type === 'text' ? [...only.value.trim()] : []
  if (written.length > 0 && written.every((sign) => signs.has(sign))) {
    return [text(written.map((sign) => signs.get(sign)!).join(''))]
  }
  const ordinal = /^(st|nd|rd|th|er|re|e|o|a)$/.test(written.join(''))
  if (
    !ordinal &&
    children.length > 0 &&
    !children.some((child) => isElement(child, noteReferenceTag))
  ) {
    losses.count(
      (count) =>
        `${howMany(count, 'a raised or lowered word', 'raised or lowered words')} came to the line`,
    )
  }
  return children
}
