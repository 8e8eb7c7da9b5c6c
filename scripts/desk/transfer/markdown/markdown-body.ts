/**
 * A Markdown text of another tool as ours: pictures become figures of their own, HTML becomes
 * Markdown, links that were relative become paths.
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { directives } from '../../../../src/content/directives.ts'
import { footnotes } from '../../../../src/content/footnotes.ts'
import type { Result } from '../../../../src/domain/result.ts'
import { figureLine } from './shortcodes.ts'

/** As import/html-to-markdown.ts converts it. */
export type HtmlConverter = (
  html: string,
  source: { readonly dialect: 'plain'; readonly address: string },
) => Result<{ readonly body: string; readonly notes: readonly string[] }, string>

export type BodyContext = {
  /** Of the file, as a path: what HTML names beside it is found from there. */
  readonly address: string
  readonly html: HtmlConverter
  /** A link’s target as a path of the site; null where it may stay as it is. */
  readonly link: (target: string) => string | null
}

const parser = MarkdownIt({ html: true }).use(footnotes).use(directives)

const picture =
  /!\[((?:[^[\]\\\n]|\\.|\[[^\]\n]*\]){0,1000})\](?:\(((?:[^()\\\n]|\\.|\([^()\n]*\)){0,2000})\)|\[([^\]\n]{0,200})\])?/g
const linkedPicture = /\[\s*(!\[[^\]\n]{0,500}\]\([^()\n]{0,2000}\))\s*\]\([^()\n]{0,2000}\)/g

type Stretch = {
  readonly start: number
  readonly end: number
  readonly token: Token
  readonly isTable: boolean
}

/** Where HTML and paragraphs stand, by line. */
function stretchesOf(tokens: readonly Token[]): Stretch[] {
  const stretches: Stretch[] = []
  let row: [number, number] | null = null
  for (const token of tokens) {
    if (token.type === 'tr_open') row = token.map
    if (token.type === 'tr_close') row = null
    const map = token.map ?? row
    if (!map) continue
    const isWanted = token.type === 'html_block' || token.type === 'inline'
    if (isWanted) stretches.push({ start: map[0], end: map[1], token, isTable: row !== null })
  }
  return stretches
}

export function convertBody(
  markdown: string,
  context: BodyContext,
): { readonly body: string; readonly notes: ReadonlySet<string> } {
  const notes = new Set<string>()
  const env: { references?: Record<string, { href: string; title: string }> } = {}
  const tokens = parser.parse(markdown, env)
  const lines = markdown.split('\n')
  const seen = new Set<number>()
  // From the end, so that what is still to be changed stays where it is.
  for (const { start, end, token, isTable } of stretchesOf(tokens).reverse()) {
    if (seen.has(start)) continue
    seen.add(start)
    const text = lines.slice(start, end).join('\n')
    const changed =
      token.type === 'html_block'
        ? convertHtml(text, context, notes)
        : convertParagraph(text, { ...context, notes, isTable, references: env.references ?? {} })
    if (changed !== text) lines.splice(start, end - start, ...changed.split('\n'))
  }
  return { body: tidy(lines), notes }
}

/** One empty line between blocks is enough, but in code every one counts. */
function tidy(lines: readonly string[]): string {
  const kept: string[] = []
  let isCode = false
  for (const line of lines) {
    if (/^\s*(?:`{3}|~{3})/.test(line)) isCode = !isCode
    if (!isCode && line.trim() === '' && (kept.at(-1) ?? '').trim() === '') continue
    // A space before an empty line breaks nothing.
    if (!isCode && line.trim() === '' && kept.length > 0) kept.push(kept.pop()!.trimEnd())
    kept.push(line)
  }
  return kept.join('\n').trim()
}

function convertHtml(html: string, context: BodyContext, notes: Set<string>): string {
  const bare = html.trim()
  if (/^<!--\s*more\s*-->$/.test(bare)) return '<!-- more -->'
  if (/^<!--(?:(?!-->)[\s\S])*-->$/.test(bare)) {
    notes.add('comments in its HTML are left out')
    return ''
  }
  const indent = /^[\s>]*/.exec(html)![0].replace(/^\n+/, '')
  const converted = context.html(bare.replace(/^>\s?/gm, indent.includes('>') ? '' : '$&'), {
    dialect: 'plain',
    address: context.address,
  })
  if (!converted.ok) {
    notes.add(`HTML is left out: ${converted.failure}`)
    return ''
  }
  for (const note of converted.value.notes) notes.add(note)
  const body = converted.value.body.trim()
  return body === '' ? '' : `\n${body}\n`.replace(/^(?=.)/gm, indent)
}

type ParagraphContext = BodyContext & {
  readonly notes: Set<string>
  readonly isTable: boolean
  readonly references: Readonly<Record<string, { href: string; title: string }>>
}

function convertParagraph(source: string, context: ParagraphContext): string {
  const spans: string[] = []
  const figures: string[] = []
  // Code spans are set aside; they are text.
  let text = source.replace(/(?<!`)(`+)(?!`)[\s\S]{0,5000}?(?<!`)\1(?!`)/g, (span) => {
    return `\uE004${spans.push(span) - 1}\uE005`
  })
  text = text.replace(linkedPicture, (_, inner: string) => {
    context.notes.add('a link around a picture is left out')
    return inner
  })
  const take = (src: string, alt: string, caption: string): string => {
    if (context.isTable) {
      context.notes.add(`the picture ${src} in a table became its description`)
      return alt
    }
    figures.push(figureLine({ src, alt, caption }).trim())
    return ''
  }
  text = text.replace(picture, (whole, alt: string, target?: string, reference?: string) => {
    const plain = alt.replace(/\\(.)/g, '$1')
    if (target !== undefined) {
      const [, angled, bare, title] =
        /^\s*(?:<([^>]*)>|(\S*))(?:\s+["'(]([\s\S]*)["')])?\s*$/.exec(target) ?? []
      return take(angled ?? bare ?? '', plain, title ?? '')
    }
    const found = context.references[(reference || alt).trim().replace(/\s+/g, ' ').toUpperCase()]
    return found ? take(found.href, plain, found.title) : whole
  })
  text = inlineHtml(text, take, context.notes)
  text = text.replace(/(\]\()\s*<?([^\s()<>]+)>?/g, (whole, opening: string, target: string) => {
    const path = context.link(target)
    return path === null ? whole : `${opening}${path}`
  })
  // Names of headings, and what kramdown and others put behind them.
  text = text.replace(/^(#{1,6} .*?)\s*\{#[\w-]+\}\s*$/gm, '$1')
  text = text.replace(/\uE004(\d+)\uE005/g, (whole, index) => spans[Number(index)] ?? whole)
  if (figures.length === 0) return text
  const [, quote = '', marker = ''] =
    /^((?:[ \t]*>)*[ \t]*)((?:[*+-]|\d+[.)])[ \t]+)?/.exec(source) ?? []
  const before = quote + ' '.repeat(marker.length)
  const rest = text.replace(/[ \t]+$/gm, '')
  const words = /[^\s>*+\-\d.)]/.test(rest) ? `${rest}\n${before.trimEnd()}\n` : quote + marker
  const block = figures.map((line, index) =>
    index === 0 && !words.endsWith('\n') ? line : before + line,
  )
  return `${words}${block.join(`\n${before.trimEnd()}\n`)}\n${before.trimEnd()}`
}

const simpleTags: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
}

/** HTML within a paragraph: what has a form in Markdown gets it, of the rest the text stays. */
function inlineHtml(
  text: string,
  takePicture: (src: string, alt: string, caption: string) => string,
  notes: Set<string>,
): string {
  const attributes = (source: string) =>
    Object.fromEntries(
      [...source.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g)].map(
        ([, name, ...values]) => [
          name!.toLowerCase(),
          values.find((value) => value !== undefined) ?? '',
        ],
      ),
    )
  return text
    .replace(/<!--[\s\S]{0,5000}?-->/g, '')
    .replace(
      /<(script|style|iframe|object)\b[^>]{0,2000}>[\s\S]{0,20000}?<\/\1\s*>/gi,
      (_, name: string) => {
        notes.add(`<${name.toLowerCase()}> is left out`)
        return ''
      },
    )
    .replace(/<(kbd|code|samp|tt)(?:\s[^>]{0,500})?>([^<`]{0,500})<\/\1>/gi, '`$2`')
    .replace(/<a\s([^>]{0,2000})>([^<]{0,2000})<\/a>/gi, (_, source: string, words: string) => {
      const { href = '' } = attributes(source)
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
          const { src = '', alt = '', title = '' } = attributes(source)
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
