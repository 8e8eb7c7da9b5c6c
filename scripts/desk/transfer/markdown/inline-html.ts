/** HTML within a paragraph: what has a form in Markdown gets it, of the rest the text stays. */
import { replaceSpans } from './spans.ts'

const simpleTags: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
}

/** Elements that are left out with everything in them. */
const leftOut = ['script', 'style', 'iframe', 'object'].map((name) => ({
  name,
  opening: new RegExp(`<${name}\\b[^<>]{0,2000}>`, 'gi'),
  closing: new RegExp(`</${name}\\s*>`, 'gi'),
}))

/** Also names without a value. A quotation that is never closed goes on to the end. */
const attributeSyntax = /([\w-]+)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>"']+)))?/g

function attributesOf(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(attributeSyntax)].map(([, name, ...values]) => [
      name!.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}

export function convertInlineHtml(
  text: string,
  takePicture: (src: string, alt: string, caption: string) => string,
  notes: Set<string>,
): string {
  let bare = replaceSpans(text, /<!--/g, /-->/g, () => '')
  for (const { name, opening, closing } of leftOut) {
    bare = replaceSpans(bare, opening, closing, () => {
      notes.add(`<${name}> is left out`)
      return ''
    })
  }
  return bare
    .replace(/<(kbd|code|samp|tt)(?:\s[^<>]{0,500})?>([^<`]{0,500})<\/\1>/gi, '`$2`')
    .replace(/<a\s([^<>]{0,2000})>([^<]{0,2000})<\/a>/gi, (_, source: string, words: string) => {
      const { href = '' } = attributesOf(source)
      return /^(?:https?:|mailto:|\/|#|\.)/i.test(href)
        ? `[${words}](${href.replace(/[()\s]/g, encodeURIComponent)})`
        : words
    })
    .replace(
      /<(\/?)([a-z][\w-]*)((?:\s[^<>]{0,2000})?)\/?>/gi,
      (whole, _closing, raw: string, source: string) => {
        const name = raw.toLowerCase()
        const sign = simpleTags[name]
        if (sign) return sign
        if (name === 'br') return '\\\n'
        if (name === 'img') {
          const { src = '', alt = '', title = '' } = attributesOf(source)
          return src ? takePicture(src, alt, title) : ''
        }
        // An address between angle brackets is none of these.
        if (/^https?$/.test(name)) return whole
        notes.add(`<${name}> is left out; text inside it stays`)
        return ''
      },
    )
    .replace(/\\\n\n?$/, '')
}
