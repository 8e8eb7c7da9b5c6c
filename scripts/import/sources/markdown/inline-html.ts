/** Converts HTML within a paragraph to Markdown; elements without a Markdown form become text. */

import { parseFragment } from 'parse5'
import type { LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { noteLoss } from '../../items/note.ts'
import { toSingleLine } from '../../items/single-line.ts'
import { replaceDelimitedSpans } from './delimited-spans.ts'
import { placeholderCharacters } from './placeholders.ts'

const markersByTag = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['em', '*'],
  ['i', '*'],
  ['del', '~~'],
  ['s', '~~'],
])

const droppedElements = ['script', 'style', 'iframe', 'object'].map((name) => ({
  name,
  opening: new RegExp(`<${name}\\b[^<>]{0,2000}>`, 'gi'),
  closing: new RegExp(`</${name}\\s*>`, 'gi'),
}))

export function parseTagAttributes(tag: string): Record<string, string> {
  const [element] = parseFragment(tag).childNodes
  const attributes = element && 'attrs' in element ? element.attrs : []
  // A character reference may encode a placeholder's characters.
  return Object.fromEntries(
    attributes.map(({ name, value }) => [
      name,
      toSingleLine(value.replace(placeholderCharacters, '')),
    ]),
  )
}

export function convertInlineHtml(
  text: string,
  convertImage: (src: string, alt: string, caption: string) => string,
  losses: LossReport,
): string {
  let html = replaceDelimitedSpans(text, /<!--/g, /-->/g, () => '')
  for (const { name, opening, closing } of droppedElements) {
    html = replaceDelimitedSpans(html, opening, closing, ({ opening: tag, inner }) => {
      if (name === 'object') {
        // Keeps the picture that browsers show if they can't show the object.
        if (/<img\s/i.test(inner)) return inner
        const { type = '', data = '' } = parseTagAttributes(tag[0])
        if (/^image\//i.test(type) && data) return convertImage(data, '', '')
      }
      losses.add(noteLoss(`<${name}> removed`))
      return ''
    })
  }
  return html
    .replace(/<(kbd|code|samp|tt)(?:\s[^<>]{0,500})?>([^<`]{0,500})<\/\1>/gi, '`$2`')
    .replace(/(<a\s[^<>]{0,2000}>)([^<]{0,2000})<\/a>/gi, (_, tag: string, words: string) => {
      const { href = '' } = parseTagAttributes(tag)
      return /^(?:https?:|mailto:|\/|#|\.)/i.test(href)
        ? `[${words}](${href.replace(/[()\s]/g, encodeURIComponent)})`
        : words
    })
    .replace(/<\/?([a-z][\w-]*)(?:\s[^<>]{0,2000})?\/?>/gi, (whole, raw: string) => {
      const name = raw.toLowerCase()
      const marker = markersByTag.get(name)
      if (marker) return marker
      if (name === 'br') return '\\\n'
      if (name === 'img') {
        const { src = '', alt = '', title = '' } = parseTagAttributes(whole)
        if (src) return convertImage(src, alt, title)
      }
      // An autolink isn't an element.
      if (/^https?$/.test(name)) return whole
      losses.add(noteLoss('<{}> removed; its text is kept', name))
      return ''
    })
    .replace(/\\\n\n?$/, '')
}
