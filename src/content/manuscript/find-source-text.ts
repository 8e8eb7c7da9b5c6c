/** Finds source text that readers would see in a body: unrecognised Markdown, HTML and misplaced directives. */
import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { isAllowedLink } from '../markdown.ts'
import { addDirectives } from '../markdown-directives.ts'
import { addFootnotes } from '../markdown-footnotes.ts'
import { type BodyLines, getLine, replaceLines, splitLines } from './body-lines.ts'
import type { FieldProblem, Fix } from './problem.ts'

/** A parser that also recognises pictures, HTML and links that the renderer shows as source text. */
const parser = MarkdownIt({ html: true }).use(addFootnotes).use(addDirectives)
parser.validateLink = () => true
// Separates escaped characters from the text, so that the rest of the text matches its source.
parser.core.ruler.disable('text_join')

const tagPattern =
  /^<\/?(a|abbr|audio|b|blockquote|br|center|cite|code|del|div|em|embed|figcaption|figure|font|h[1-6]|hr|i|iframe|img|ins|li|mark|object|ol|p|picture|pre|q|s|script|section|small|source|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|video)(?=[\s/>])/i

/** The Markdown to write in place of an element. */
const replacements: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
}

const hints: Readonly<Record<string, string>> = {
  a: 'write a link as [words](https://…)',
  iframe: 'use ::embed{url="https://…" title="…"}',
  video: 'use ::embed{url="https://…" title="…"}',
  img: 'use ::figure',
  picture: 'use ::figure',
  figure: 'use ::figure',
  blockquote: 'begin each line of the quotation with >',
  br: 'end the line with a backslash',
  ul: 'begin each entry with -',
  ol: 'begin each entry with 1.',
}

const markupPattern = /^(?::{2,3}\s?[a-z]|:::$|!\[|<!--|\[\^[^\]\s]+\]:)/i

const report = (line: number, message: string, fix: Fix | null = null): FieldProblem => ({
  field: ['body'],
  message,
  line,
  ...(fix ? { fix } : {}),
})

export function findSourceText(body: string): FieldProblem[] {
  const text = splitLines(body)
  const env: Env = {}
  let [first, end] = [1, 1]
  const problems = parser.parse(body, env).flatMap((token) => {
    // The cells of a table have no lines of their own.
    if (token.map) [first, end] = [token.map[0] + 1, token.map[1]]
    switch (token.type) {
      case 'code_block':
        return findIndentedMarkup(text, first, end)
      case 'fence':
        return findUnclosedFence(text, token, first, end)
      case 'html_block':
        return findHtmlBlock(text, token, first, end)
      case 'inline':
        return findInline(text, token, first)
      default:
        return []
    }
  })
  return [...problems, ...findUnusedNotes(text, env)]
}

function findIndentedMarkup(text: BodyLines, first: number, end: number): FieldProblem[] {
  const lines = Array.from({ length: end - first + 1 }, (_, index) => getLine(text, first + index))
  const index = lines.findIndex((line) => markupPattern.test(line.trim()))
  if (index < 0) return []
  const unindented = lines.map((line) => line.trim()).join('\n')
  const message = 'is indented by four spaces, so readers would see its source: remove the spaces'
  const fix = replaceLines(text, first, end, unindented)
  return [report(first + index, `${lines[index]!.trim()} ${message}`, fix)]
}

function findUnclosedFence(
  text: BodyLines,
  { markup }: Token,
  first: number,
  end: number,
): FieldProblem[] {
  if (end > first && getLine(text, end).trimEnd().endsWith(markup)) return []
  return [report(first, `${markup} is never closed, so readers would see the rest as its source`)]
}

function findHtmlBlock(
  text: BodyLines,
  { content }: Token,
  first: number,
  end: number,
): FieldProblem[] {
  const source = content.trim()
  if (source.startsWith('<!--') && source.indexOf('-->') === source.length - 3)
    return [report(first, commentMessage, replaceLines(text, first, end, ''))]
  const message = describeHtml(source)
  return message === null ? [] : [report(first, message)]
}

const commentMessage = 'a comment would be shown to readers: remove it'

/** Returns null if the source isn’t HTML, as in “<3”. */
function describeHtml(source: string): string | null {
  if (source.startsWith('<!--')) return commentMessage
  const [tag, name = ''] = tagPattern.exec(source) ?? []
  if (tag === undefined) return null
  const hint = hints[name.toLowerCase()]
  return `${tag}> would be shown to readers as it is written${hint ? `: ${hint}` : ', because a text has no HTML'}`
}

function findInline(text: BodyLines, { children, map }: Token, first: number): FieldProblem[] {
  const start = text.starts[first - 1]!
  const block = text.body.slice(start, text.starts[map ? map[1] : first]! - 1)
  let [cursor, line, isLineStart] = [0, first, true]
  return (children ?? []).flatMap((token) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') {
      line++
      isLineStart = true
      return []
    }
    const at = token.content === '' ? -1 : block.indexOf(token.content, cursor)
    if (at >= 0) cursor = at + token.content.length
    const place = { text, line, isLineStart, from: at < 0 ? null : start + at }
    isLineStart = false
    switch (token.type) {
      case 'html_inline':
        return findHtml(token.content, place)
      case 'image':
        return [report(line, pictureMessage, fixPicture(place))]
      case 'link_open':
        return findRefusedLink(String(token.attrGet('href')), place)
      case 'text':
        return findUnreadMarkup(token.content, place)
      default:
        return []
    }
  })
}

type Place = {
  readonly text: BodyLines
  readonly line: number
  readonly isLineStart: boolean
  /** The offset in the body; null if it isn’t certain. */
  readonly from: number | null
}

const replaceAt = ({ from }: Place, length: number, insert: string): Fix | null =>
  from === null ? null : { edit: { from, to: from + length, insert } }

function findHtml(source: string, place: Place): FieldProblem[] {
  const message = describeHtml(source)
  if (message === null) return []
  const [, name = ''] = tagPattern.exec(source) ?? []
  const replacement = source.startsWith('<!--') ? '' : replacements[name.toLowerCase()]
  const fix = replacement === undefined ? null : replaceAt(place, source.length, replacement)
  return [report(place.line, message, fix)]
}

const pictureMessage =
  'a picture is written as ::figure{src="picture.jpg" alt="…" caption="…" credit="…"}, on a line of its own'

const picturePattern = /^\s*!\[([^\]"}]*)\]\(([^\s()"}]+)(?: +"([^"}]*)")?\)\s*$/

function fixPicture({ text, line }: Place): Fix | null {
  const [, alt, src, caption] = picturePattern.exec(getLine(text, line)) ?? []
  if (alt === undefined || src === undefined || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(src)) return null
  const attributes = { src, alt, ...(caption ? { caption } : {}) }
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  return replaceLines(text, line, line, `::figure{${pairs.join(' ')}}`)
}

function findRefusedLink(address: string, { text, line }: Place): FieldProblem[] {
  if (isAllowedLink(address)) return []
  const message = `the link to ${address} would be shown as its source: begin its address with https://, / or #`
  const source = getLine(text, line)
  const insert = source.replace(`](${address}`, `](https://${address}`)
  const isClear = address.startsWith('www.') && insert !== source
  return [report(line, message, isClear ? replaceLines(text, line, line, insert) : null)]
}

const directivePattern = /(?:^|\s):{1,4}\s?(?:figure|embed|pullquote|cookies)\b/i

/** Finds one problem in each text. Others are found once the first has been solved. */
function findUnreadMarkup(content: string, place: Place): FieldProblem[] {
  const { line, isLineStart } = place
  const found = (message: string, fix: Fix | null = null) => [report(line, message, fix)]
  const [, note] = /\[\^([^[\]\s]{1,200})\]/.exec(content) ?? []
  if (isLineStart && /^:{3,}\s*$/.test(content))
    return found('::: closes nothing: remove it', replaceAt(place, content.length, ''))
  if (directivePattern.test(content) || (isLineStart && /^:{2,}\s?[a-z]/i.test(content)))
    return found(
      'a directive must be a line of its own, such as ::figure{…}, or :::pullquote{…} with ::: below',
    )
  if (note !== undefined)
    return found(`the footnote [^${note}] has no text: add a line that begins with [^${note}]:`)
  if (content.includes(']('))
    return found('a link would be shown as its source: its address can’t have spaces')
  if (content.includes('**'))
    return found(
      '** would be shown as it is written: put it before and after the words, without spaces',
    )
  const [, marks] = (isLineStart && /^(#{2,6})[^#\s]/.exec(content)) || []
  if (marks)
    return found(
      `a heading needs a space after ${marks}`,
      replaceAt(place, marks.length, `${marks} `),
    )
  if (isLineStart && /^\|.*\|\s*$/.test(content))
    return found('a table needs a line such as |---|---| below its first line')
  return []
}

/** The maximum number of problems to look for, because each takes time. */
const maxNotes = 200

function findUnusedNotes({ body, starts }: BodyLines, env: Env): FieldProblem[] {
  const { refs = {} } = (env.footnotes ?? {}) as { refs?: Readonly<Record<string, number>> }
  return Object.entries(refs)
    .slice(0, maxNotes)
    .flatMap(([key, count]) => {
      if (count >= 0) return []
      const label = key.slice(1)
      const at = body.indexOf(`[^${label}]:`)
      const line = starts.findLastIndex((start) => start <= at) + 1
      return [
        report(
          Math.max(line, 1),
          `the footnote [^${label}] isn’t used in the text, so nobody would see it`,
        ),
      ]
    })
}
