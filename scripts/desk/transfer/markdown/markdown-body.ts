/**
 * A Markdown text of another tool as ours: pictures become figures of their own, HTML becomes
 * Markdown, links that were relative become paths.
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { directives } from '../../../../src/content/directives.ts'
import { footnotes } from '../../../../src/content/footnotes.ts'
import type { Result } from '../../../../src/domain/result.ts'
import { replaceCodeSpans } from './code-spans.ts'
import { convertInlineHtml } from './inline-html.ts'
import { picturesInText } from './pictures-in-text.ts'
import { setAside } from './placeholders.ts'
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
  const stretches = new Map(stretchesOf(tokens).map((stretch) => [stretch.start, stretch]))
  const changed: string[] = []
  for (let line = 0; line < lines.length; line++) {
    const stretch = stretches.get(line)
    if (!stretch || stretch.end <= line) {
      changed.push(lines[line]!)
      continue
    }
    const text = lines.slice(line, stretch.end).join('\n')
    changed.push(
      stretch.token.type === 'html_block'
        ? convertHtml(text, context, notes)
        : convertParagraph(text, {
            ...context,
            notes,
            isTable: stretch.isTable,
            references: env.references ?? {},
          }),
    )
    line = stretch.end - 1
  }
  return { body: tidy(changed.join('\n').split('\n')), notes }
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
  if (bare.startsWith('<!--') && bare.indexOf('-->') === bare.length - 3) {
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
  const figures: string[] = []
  // Code spans are set aside; they are text.
  const spans = setAside('span')
  const take = (src: string, alt: string, caption: string): string => {
    if (context.isTable) {
      context.notes.add(`the picture ${src} in a table became its description`)
      return alt
    }
    figures.push(figureLine({ src, alt, caption }).trim())
    return ''
  }
  let text = withoutPictures(replaceCodeSpans(source, spans.hold), take, context)
  text = convertInlineHtml(text, take, context.notes)
  text = text.replace(/(\]\()\s*<?([^\s()<>]+)>?/g, (whole, opening: string, target: string) => {
    const path = context.link(target)
    return path === null ? whole : `${opening}${path}`
  })
  text = spans.restore(text.split('\n').map(withoutHeadingName).join('\n'))
  if (figures.length === 0) return text
  const [, quote = '', marker = ''] =
    /^((?:[ \t]*>)*[ \t]*)((?:[*+-]|\d+[.)])[ \t]+)?/.exec(source) ?? []
  const before = quote + ' '.repeat(marker.length)
  const rest = text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  const words = /[^\s>*+\-\d.)]/.test(rest) ? `${rest}\n${before.trimEnd()}\n` : quote + marker
  const block = figures.map((line, index) =>
    index === 0 && !words.endsWith('\n') ? line : before + line,
  )
  return `${words}${block.join(`\n${before.trimEnd()}\n`)}\n${before.trimEnd()}`
}

/** Gives each picture to `take`, and leaves what only looks like one. */
function withoutPictures(
  text: string,
  take: (src: string, alt: string, caption: string) => string,
  { references, notes }: ParagraphContext,
): string {
  const parts: string[] = []
  let at = 0
  for (const picture of picturesInText(text)) {
    const alt = picture.alt.replace(/\\(.)/g, '$1')
    const named = picture.reference || picture.alt
    const found =
      picture.target === null
        ? references[named.trim().replace(/\s+/g, ' ').toUpperCase()]
        : targetOf(picture.target)
    if (!found) continue
    if (picture.isLinked) notes.add('a link around a picture is left out')
    parts.push(text.slice(at, picture.start), take(found.href, alt, found.title))
    at = picture.end
  }
  return parts.join('') + text.slice(at)
}

/** An address, perhaps in angle brackets, and perhaps a title in quotation marks or parentheses. */
function targetOf(source: string): { href: string; title: string } {
  const target = source.trim()
  const end = target.startsWith('<') ? target.indexOf('>') : target.search(/\s/)
  if (end < 0) return { href: target.replace(/^</, ''), title: '' }
  const href = target.startsWith('<') ? target.slice(1, end) : target.slice(0, end)
  const rest = target.slice(end + 1).trim()
  return { href, title: /^["'(]/.test(rest) && /["')]$/.test(rest) ? rest.slice(1, -1) : '' }
}

/** A heading without the name that kramdown and others put behind it. */
function withoutHeadingName(line: string): string {
  if (!/^#{1,6} /.test(line)) return line
  const bare = line.trimEnd()
  const start = bare.lastIndexOf('{#')
  const hasName = start >= 0 && /^[\w-]+\}$/.test(bare.slice(start + 2))
  return hasName ? bare.slice(0, start).trimEnd() : line
}
