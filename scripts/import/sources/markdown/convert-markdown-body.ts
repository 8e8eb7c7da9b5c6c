/** Converts other tools' Markdown to ours: its pictures, HTML and relative links. */

import MarkdownIt, { type Token } from 'markdown-it'
import { addDirectives } from '../../../../src/content/markdown-directives.ts'
import { addFootnotes } from '../../../../src/content/markdown-footnotes.ts'
import type { Result } from '../../../../src/domain/result.ts'
import { createLossReport, type LossReport } from '../../html-to-markdown/conversion-losses.ts'
import { noteFormula, splitFormulas } from '../../html-to-markdown/formulas.ts'
import { type Note, noteConversion, noteLoss } from '../../items/note.ts'
import { toSingleLine } from '../../items/single-line.ts'
import { replaceCodeSpans } from './code-spans.ts'
import { removeHiddenHtml } from './hidden-html.ts'
import { removeCommentLines } from './hidden-parts.ts'
import { convertInlineHtml } from './inline-html.ts'
import { findImages } from './markdown-images.ts'
import { formatFigure, isPictureFile } from './picture-tags.ts'
import { convertPlaceLinks } from './place-links.ts'
import { codePlaceholderStart, createPlaceholders, spanPlaceholderStart } from './placeholders.ts'
import { transformOutsideCode } from './transform-outside-code.ts'

/** The signature of the function in html-to-markdown/html-to-markdown.ts. */
export type HtmlConverter = (
  html: string,
  source: { readonly dialect: 'plain'; readonly address: string },
) => Result<{ readonly body: string; readonly notes: readonly Note[] }, string>

export type BodyDeps = {
  /** The file's path, to which relative addresses in HTML are relative. */
  readonly address: string
  readonly html: HtmlConverter
  /** A link's target as a path of the site; null for one that needs no change. */
  readonly resolveLink: (target: string) => string | null
  /** True if the whole text is HTML. */
  readonly isHtml?: boolean
}

const parser = MarkdownIt({ html: true }).use(addFootnotes).use(addDirectives)

type LineRange = {
  readonly start: number
  readonly end: number
  readonly token: Token
  readonly isTable: boolean
}

function findRanges(tokens: readonly Token[]): LineRange[] {
  const ranges: LineRange[] = []
  let row: [number, number] | null = null
  for (const token of tokens) {
    if (token.type === 'tr_open') row = token.map
    if (token.type === 'tr_close') row = null
    const map = token.map ?? row
    if (!map) continue
    const isConvertible = token.type === 'html_block' || token.type === 'inline'
    if (isConvertible) ranges.push({ start: map[0], end: map[1], token, isTable: row !== null })
  }
  return ranges
}

/** Fences formulas of several lines, which Markdown could take for lists or headings. */
function fenceFormulas(text: string, losses: LossReport): string {
  const parts = splitFormulas(text)
  return parts
    .map((part, index) => {
      if (typeof part === 'string') return part
      const { formula, source } = part
      const [before, after] = [parts[index - 1] ?? '\n', parts[index + 1] ?? '\n']
      const isBlock =
        typeof before === 'string' && /(?:^|\n)$/.test(before) && /^\s*\n/.test(String(after))
      if (!isBlock || !formula.includes('\n') || formula.includes(codePlaceholderStart))
        return source
      losses.add(noteFormula(formula))
      return `\n\`\`\`latex\n${formula}\n\`\`\`\n`
    })
    .join('')
}

export function convertMarkdownBody(
  source: string,
  context: BodyDeps,
): { readonly body: string; readonly notes: readonly Note[] } {
  const losses = createLossReport()
  const shown = removeHiddenHtml(source, losses)
  if (context.isHtml) {
    const body = convertHtmlText(shown, context, losses)
    return { body: convertPlaceLinks(body, losses), notes: losses.notes() }
  }
  const markdown = transformOutsideCode(shown, (text) =>
    fenceFormulas(removeCommentLines(text, losses), losses),
  )
  const env: { references?: Record<string, { href: string; title: string }> } = {}
  const tokens = parser.parse(markdown, env)
  const lines = markdown.split('\n')
  const ranges = new Map(findRanges(tokens).map((range) => [range.start, range]))
  const outputLines: string[] = []
  for (let line = 0; line < lines.length; line++) {
    const range = ranges.get(line)
    if (!range || range.end <= line) {
      outputLines.push(lines[line]!)
      continue
    }
    const text = lines.slice(line, range.end).join('\n')
    outputLines.push(
      range.token.type === 'html_block'
        ? convertHtml(text, context, losses)
        : convertParagraph(text, {
            ...context,
            losses,
            isTable: range.isTable,
            references: env.references ?? {},
          }),
    )
    line = range.end - 1
  }
  const body = collapseBlankLines(outputLines.join('\n').split('\n'))
  return { body: convertPlaceLinks(body, losses), notes: losses.notes() }
}

/** Keeps one empty line between blocks, and all empty lines in code. */
function collapseBlankLines(lines: readonly string[]): string {
  const output: string[] = []
  let isCode = false
  for (const line of lines) {
    if (/^\s*(?:`{3}|~{3})/.test(line)) isCode = !isCode
    if (!isCode && line.trim() === '' && (output.at(-1) ?? '').trim() === '') continue
    // A trailing space before an empty line isn't a line break.
    if (!isCode && line.trim() === '' && output.length > 0) output.push(output.pop()!.trimEnd())
    output.push(line)
  }
  return output.join('\n').trim()
}

/** Keeps the code and the directives that have replaced template tags. */
function convertHtmlText(text: string, context: BodyDeps, losses: LossReport): string {
  const output: string[] = []
  let html: string[] = []
  const flush = () => {
    output.push(convertHtml(html.join('\n'), context, losses))
    html = []
  }
  let isCode = false
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```')
    const isKept = isCode || isFence || /^::\w+\{/.test(line)
    if (isKept && html.length > 0) flush()
    ;(isKept ? output : html).push(isKept && !isCode ? `\n${line}` : line)
    if (isFence) isCode = !isCode
  }
  flush()
  return collapseBlankLines(output.join('\n').split('\n'))
}

function convertHtml(html: string, context: BodyDeps, losses: LossReport): string {
  const bare = html.trim()
  if (/^<!--\s*more\s*-->$/.test(bare)) return '<!-- more -->'
  if (bare.startsWith('<!--') && bare.indexOf('-->') === bare.length - 3) {
    losses.add(noteConversion('HTML comments removed'))
    return ''
  }
  const indent = /^[\s>]*/.exec(html)![0].replace(/^\n+/, '')
  const converted = context.html(bare.replace(/^>\s?/gm, indent.includes('>') ? '' : '$&'), {
    dialect: 'plain',
    address: context.address,
  })
  if (!converted.ok) {
    losses.add(noteLoss('HTML removed: {}', converted.failure))
    return ''
  }
  for (const note of converted.value.notes) losses.add(note)
  const body = converted.value.body.trim()
  return body === '' ? '' : `\n${body}\n`.replace(/^(?=.)/gm, indent)
}

type ParagraphContext = BodyDeps & {
  readonly losses: LossReport
  readonly isTable: boolean
  readonly references: Readonly<Record<string, { href: string; title: string }>>
}

function convertParagraph(source: string, context: ParagraphContext): string {
  const figures: string[] = []
  const spans = createPlaceholders('span')
  const addFigure = (src: string, alt: string, caption: string): string => {
    if (context.isTable) {
      context.losses.add(noteLoss('picture {} in a table replaced with its description', src))
      return alt
    }
    figures.push(formatFigure({ src, alt, caption }).trim())
    return ''
  }
  const protectFormulas = (text: string) =>
    splitFormulas(text)
      .map((part) => {
        if (typeof part === 'string') return part
        // A code span within the HTML has already been replaced with a placeholder.
        if (/`/.test(part.formula) || part.formula.includes(spanPlaceholderStart))
          return part.source
        context.losses.add(noteFormula(part.formula))
        return spans.protect(`\`${toSingleLine(part.formula)}\``)
      })
      .join('')
  const withoutSpans = protectFormulas(replaceCodeSpans(source, spans.protect))
  let text = extractImages(withoutSpans, addFigure, context)
  text = convertInlineHtml(text, addFigure, context.losses)
  text = text.replace(/(\]\()\s*<?([^\s()<>]+)>?/g, (whole, opening: string, target: string) => {
    const path = context.resolveLink(target)
    return path === null ? whole : `${opening}${path}`
  })
  text = spans.restore(text.split('\n').map(stripHeadingId).join('\n'))
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

/** Passes each picture to `addFigure`; references without a definition are text. */
function extractImages(
  text: string,
  addFigure: (src: string, alt: string, caption: string) => string,
  { references, losses }: ParagraphContext,
): string {
  const parts: string[] = []
  let at = 0
  for (const image of findImages(text)) {
    const alt = image.alt.replace(/\\(.)/g, '$1')
    const named = image.reference || image.alt
    const found =
      image.target === null
        ? references[named.trim().replace(/\s+/g, ' ').toUpperCase()]
        : parseTarget(image.target)
    if (!found) continue
    if (image.isLinked) losses.add(noteLoss('link around a picture removed'))
    parts.push(text.slice(at, image.start), addFigure(found.href, alt, found.title))
    at = image.end
  }
  return parts.join('') + text.slice(at)
}

function parseTarget(source: string): { href: string; title: string } {
  const target = source.trim()
  // Some tools accept file names with spaces.
  const quotation = target.search(/\s["']/)
  const name = quotation < 0 ? target : target.slice(0, quotation)
  if (/^[^\s<].*\s/.test(name) && isPictureFile(name))
    return { href: name, title: target.slice(name.length).trim().slice(1, -1) }
  const end = target.startsWith('<') ? target.indexOf('>') : target.search(/\s/)
  if (end < 0) return { href: target.replace(/^</, ''), title: '' }
  const href = target.startsWith('<') ? target.slice(1, end) : target.slice(0, end)
  const rest = target.slice(end + 1).trim()
  return { href, title: /^["'(]/.test(rest) && /["')]$/.test(rest) ? rest.slice(1, -1) : '' }
}

/** Removes the id that kramdown and others write after a heading. */
function stripHeadingId(line: string): string {
  if (!/^#{1,6} /.test(line)) return line
  const bare = line.trimEnd()
  const start = bare.lastIndexOf('{#')
  const hasName = start >= 0 && /^[\w-]+\}$/.test(bare.slice(start + 2))
  return hasName ? bare.slice(0, start).trimEnd() : line
}
