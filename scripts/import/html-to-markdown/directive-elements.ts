/** Elements for our Markdown's directives. Sources' own tags with these names are renamed first. */
import type { Element } from 'hast'
import { isLanguageTag } from '../../../src/domain/writing-system.ts'
import type { ImportedImage } from '../items/imported-item.ts'
import { createElement, getAttribute, getText, type Node, walkElements } from './html-tree.ts'

export const figureTag = 'our-figure'
export const audioTag = 'our-audio'
export const embedTag = 'our-embed'
export const pullquoteTag = 'our-pullquote'
export const moreTag = 'our-more'
export const noteReferenceTag = 'our-note-reference'
export const noteTag = 'our-note'
export const langTag = 'our-lang'

export const directiveTags = new Set([
  figureTag,
  audioTag,
  embedTag,
  pullquoteTag,
  moreTag,
  noteTag,
])

/** Elements that are complete when created and aren't reduced. */
export const atomicTags = new Set([figureTag, audioTag, embedTag, noteReferenceTag])

export function createFigure({ src, alt, caption, credit }: ImportedImage): Element {
  return createElement(figureTag, [], {
    src,
    alt: alt ?? '',
    caption: caption ?? '',
    credit: credit ?? '',
  })
}

export function createEmbed(url: string, title: string): Element {
  return createElement(embedTag, [], { url, title })
}

/** Elements that `:lang[…]{…}` may replace or contain. */
const langWrapperTags = new Set(['span', 'bdi', 'b', 'strong', 'i', 'em', 'cite'])

/** Returns the language of an element's words; null if none is named, or if `:lang` can't contain them. */
export function detectLanguage(node: Element): string | null {
  const lang = getAttribute(node, 'lang')
  if (!langWrapperTags.has(node.tagName) || !isLanguageTag(lang) || /^en\b/i.test(lang)) return null
  const textContent = getText(node.children)
  if (textContent === '' || /[[\]]/.test(textContent)) return null
  const hasOnlyInlineMarkup = [...walkElements(node.children)].every(
    (inner) => langWrapperTags.has(inner.tagName) && !getAttribute(inner, 'lang'),
  )
  return hasOnlyInlineMarkup ? lang : null
}

export function createNoteReference(number: number): Element {
  return createElement(noteReferenceTag, [], { number })
}

export function createNote(number: number, children: Node[]): Element {
  return createElement(noteTag, children, { number })
}
