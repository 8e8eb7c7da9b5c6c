import type { Element } from 'hast'
import type { ConversionContext } from './conversion-context.ts'
import { noteReferenceTag } from './directive-elements.ts'
import {
  createElement,
  createText,
  findElement,
  getAttribute,
  getRawText,
  hasClass,
  isElement,
  type Node,
} from './html-tree.ts'

/** Returns whether readers saw several lines: a single line end in HTML is only a space. */
export function hasCodeLines(node: Element): boolean {
  const lineEnds = getRawText(node.children).trim().split('\n').length - 1
  return lineEnds > 1 || findElement(node, ({ tagName }) => tagName === 'br') !== undefined
}

export function convertInlineCode(node: Element): Node[] {
  const code = getRawText(node.children).replace(/\s+/g, ' ')
  if (code.trim() === '') return code ? [createText(' ')] : []
  return [createElement('code', [createText(code.trim())])]
}

const languageClass = /(?:^|\s)(?:language-|lang[-:]|brush:\s*)([a-z0-9+#.-]{1,30})(?:[;\s]|$)/i
const languageAttributes = ['dataLanguage', 'dataLang', 'dataEnlighterLanguage']

export function convertCodeBlock(node: Element, isInTable: boolean): Node[] {
  const code = getRawText(node.children).replace(/^\n/, '').trimEnd()
  if (code.trim() === '') return []
  if (hasClass(node, /^wp-block-verse$/)) return [createElement('p', convertVerse(code))]
  if (isInTable) return [createElement('code', [createText(code.replace(/\s+/g, ' ').trim())])]
  const inner = findElement(node, ({ tagName }) => tagName === 'code')
  const elements = [node, ...(inner ? [inner] : [])]
  const classes = elements.map((one) => getAttribute(one, 'className')).join(' ')
  const named = elements
    .flatMap((one) => languageAttributes.map((name) => getAttribute(one, name)))
    .find((name) => /^[a-z0-9+#.-]{1,30}$/i.test(name))
  const lang = languageClass.exec(classes)?.[1] ?? named
  const properties = lang ? { className: [`language-${lang}`] } : {}
  return [createElement('pre', [createElement('code', [createText(code)], properties)])]
}

function convertVerse(code: string): Node[] {
  return code
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [createElement('br')] : []), createText(line)])
}

const mapCharacters = (to: string) =>
  new Map([...'0123456789+-−=()'].map((character, index) => [character, [...to][index]!]))
const superscripts = mapCharacters('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾')
const subscripts = mapCharacters('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')

/** Converts numbers to Unicode's superscripts and subscripts; words become plain text. */
export function convertSuperscript(
  node: Element,
  children: Node[],
  { losses }: ConversionContext,
): Node[] {
  const characterMap = node.tagName === 'sup' ? superscripts : subscripts
  const [only] = children
  const characters = children.length === 1 && only?.type === 'text' ? [...only.value.trim()] : []
  if (characters.length > 0 && characters.every((character) => characterMap.has(character)))
    return [createText(characters.map((character) => characterMap.get(character)!).join(''))]
  const isOrdinal = /^(st|nd|rd|th|er|re|e|o|a)$/.test(characters.join(''))
  const isNote = children.some((child) => isElement(child, noteReferenceTag))
  if (!isOrdinal && !isNote && children.length > 0) {
    losses.addCounted(
      'converted',
      'a superscript or subscript',
      'superscripts or subscripts',
      'became plain text',
    )
  }
  return children
}
