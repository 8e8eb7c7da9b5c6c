/**
 * Elements of our own, that stand for the directives of our Markdown until it is written. No tag of
 * a source can be one of them: what a source writes is reduced by name, and these are made here.
 */
import type { Element } from 'hast'
import { isLanguageTag } from '../../../../src/domain/writing-system.ts'
import type { ImportedPicture } from '../imported.ts'
import { attribute, element, elementsIn, type Node, textOf } from './tree.ts'

export const figureTag = 'our-figure'
export const embedTag = 'our-embed'
export const pullquoteTag = 'our-pullquote'
export const moreTag = 'our-more'
export const noteReferenceTag = 'our-note-reference'
export const noteTag = 'our-note'
export const langTag = 'our-lang'

/** Those that stand by themselves, between paragraphs. */
export const directiveTags = new Set([figureTag, embedTag, pullquoteTag, moreTag, noteTag])

/** Those that are whole when they are made, and pass through as they are. */
export const standsForText = new Set([figureTag, embedTag, noteReferenceTag])

export function figure({ src, alt, caption, credit }: ImportedPicture): Element {
  return element(figureTag, { src, alt: alt ?? '', caption: caption ?? '', credit: credit ?? '' })
}

export function embed(url: string, title: string): Element {
  return element(embedTag, { url, title })
}

export function pullquote(paragraphs: Node[], by: string): Element {
  return element(pullquoteTag, { by }, paragraphs)
}

/** What may be named in `:lang[…]{…}`: words with emphasis, without brackets of any kind. */
const insideLang = new Set(['span', 'bdi', 'b', 'strong', 'i', 'em', 'cite'])

/** The language that an element names for its words; null where it names none or can't be carried over. */
export function languageOf(node: Element): string | null {
  const lang = attribute(node, 'lang')
  if (!insideLang.has(node.tagName) || !isLanguageTag(lang) || /^en\b/i.test(lang)) return null
  const words = textOf(node.children)
  if (words === '' || /[[\]]/.test(words)) return null
  const isPlain = [...elementsIn(node.children)].every(
    (inner) => insideLang.has(inner.tagName) && !attribute(inner, 'lang'),
  )
  return isPlain ? lang : null
}

/** The place in a text at which a note is called, by its number. */
export function noteReference(number: number): Element {
  return element(noteReferenceTag, { number })
}

export function note(number: number, children: Node[]): Element {
  return element(noteTag, { number }, children)
}
