/**
 * The only renderer of Markdown. Its output is safe by construction: HTML in the source is escaped, links keep only the
 * protocols below, and all elements come from tokens.
 */
import MarkdownIt, { type Env, type Token } from 'markdown-it'
import type { Article } from '../domain/article.ts'
import { findVideo } from '../domain/embedded-video.ts'
import { focalPointPattern, getObjectPosition } from '../domain/image/focal-point.ts'
import { imageIdPattern } from '../domain/image/image.ts'
import { getAudioPath, getImagePath, imageWidths } from '../domain/image/image-path.ts'
import type { TextLanguage } from '../domain/text-language.ts'
import type {
  BodyProblem,
  DirectiveProblem,
  FigureInIssue,
  NothingBehindFreePreview,
} from './body-problem.ts'
import { deviceStoragePlaceholder } from './device-storage-table.ts'
import {
  addForeignWords,
  getTextContext,
  readStoryLanguage,
  renderTextBlock,
} from './foreign-words.ts'
import { countWords, findFreePreviewEnd, findMarkerEnd } from './free-preview.ts'
import { addAnchors } from './markdown-anchors.ts'
import { addDirectives } from './markdown-directives.ts'
import { addFootnotes } from './markdown-footnotes.ts'

export type RenderedBody = {
  /** HTML for everyone. */
  readonly freePreview: string
  /** HTML after the free preview; may be empty. */
  readonly rest: string
  /** The number of words in the whole body. */
  readonly words: number
  /** Ids of images and recordings. */
  readonly files: { readonly freePreview: readonly string[]; readonly rest: readonly string[] }
  readonly problems: readonly BodyProblem[]
}

const embedPattern = /^https:\/\//
const isPixelSize = (pixels: string | undefined) => /^[1-9]\d{0,4}$/.test(pixels ?? '')
const allowedLink = /^(?:https?:|mailto:|\/(?!\/)|#)/i

/** A link with another address is shown as its source. */
export const isAllowedLink = (address: string) => allowedLink.test(address.trim())

/** A figure is never wider than the column plus its margins. */
const figureWidths = imageWidths.filter((width) => width >= 384 && width <= 1920)

function createParser() {
  const markdown = MarkdownIt({ html: false, linkify: false, typographer: false })
  markdown.use(addFootnotes).use(addDirectives).use(addAnchors).use(addForeignWords)
  // Images need `::figure`, which includes their size and credit.
  markdown.disable('image')
  markdown.validateLink = isAllowedLink

  const { escapeHtml } = markdown.utils
  const rules = markdown.renderer.rules
  const renderCredit = (credit: string, around: TextLanguage, env: Env | undefined) => {
    const context = { around, language: readStoryLanguage(env) }
    const { attributes, html } = renderTextBlock(credit, escapeHtml, context)
    return ` <span class="credit"${attributes}>${html}</span>`
  }
  const renderText = (text: string, token: Token, env: Env | undefined) =>
    renderTextBlock(text, escapeHtml, getTextContext(token, env))
  rules.table_open = (tokens, index, _options, _env, self) => {
    const attributes = self.renderAttrs(tokens[index]!)
    return `<section class="table" aria-label="Table" tabindex="0"${attributes}><table>\n`
  }
  rules.table_close = () => '</table></section>\n'
  rules.more = () => ''
  rules.problem = () => ''
  // Not an <aside>, because landmarks need names of their own.
  rules.pullquote_open = (tokens, index, _options, _env, self) =>
    `<div class="pullquote"${self.renderAttrs(tokens[index]!)}><blockquote>\n`
  rules.pullquote_close = (tokens, index, _options, env) => {
    const token = tokens[index]!
    const { by } = readAttributes(token)
    const { attributes, html } = renderText(by ?? '', token, env)
    return `</blockquote>${by ? `<p class="by"${attributes}>${html}</p>` : ''}</div>\n`
  }
  rules.gallery_open = () => '<div class="gallery">\n'
  rules.gallery_close = () => '</div>\n'
  rules.figure = (tokens, index, _options, env) => {
    const token = tokens[index]!
    const { image = '', alt = '', caption, credit, width, height, focus } = readAttributes(token)
    if (!imageIdPattern.test(image)) return ''
    const sources = figureWidths.map((size) => `${getImagePath(image, size)} ${size}w`)
    const isSized = isPixelSize(width) && isPixelSize(height)
    const size = isSized ? ` width="${width}" height="${height}"` : ''
    const position = focalPointPattern.test(focus ?? '') ? getObjectPosition(focus) : undefined
    // Galleries crop their pictures.
    const style = position ? ` style="object-position:${position}"` : ''
    const isTall = isSized && Number(height) >= Number(width)
    const line = renderText(caption ?? '', token, env)
    const creditLine = credit && renderCredit(credit, line.language, env)
    const captionText = line.html + (creditLine || '')
    return (
      `<figure${isTall ? ' class="tall"' : ''}><img src="${escapeHtml(getImagePath(image, 1080))}"` +
      ` srcset="${escapeHtml(sources.join(', '))}" sizes="(min-width: 60rem) ${isTall ? 30 : 46}rem, 100vw"${size}${style}` +
      ` alt="${escapeHtml(alt)}" loading="lazy" decoding="async">` +
      `${captionText && `<figcaption${line.attributes}>${captionText}</figcaption>`}</figure>\n`
    )
  }
  rules.audio = (tokens, index, _options, env) => {
    const token = tokens[index]!
    const { file = '', title = '', credit } = readAttributes(token)
    if (!imageIdPattern.test(file)) return ''
    const { attributes, html, language } = renderText(title, token, env)
    const creditLine = credit ? renderCredit(credit, language, env) : ''
    return (
      `<figure class="audio"><audio controls preload="none" src="${getAudioPath(file)}"` +
      ` aria-label="${escapeHtml(title)}"${attributes}></audio>` +
      `<figcaption${attributes}>${html}${creditLine}</figcaption></figure>\n`
    )
  }
  rules.embed = (tokens, index, _options, env) => {
    const token = tokens[index]!
    const { url = '', title } = readAttributes(token)
    if (!embedPattern.test(url)) return ''
    const { attributes, html } = renderText(title ?? url, token, env)
    const video = findVideo(url)
    if (video)
      return (
        `<figure class="embed" data-frame="${escapeHtml(video.frame)}">` +
        `<a href="${escapeHtml(url)}"${attributes}>${html}</a>` +
        `<figcaption>A video on ${video.service}, which learns your network address when you play it.` +
        '</figcaption></figure>\n'
      )
    return `<p class="embed"${attributes}><a href="${escapeHtml(url)}">${html}</a></p>\n`
  }
  rules.cookies = () => deviceStoragePlaceholder
  return markdown
}

const parser = createParser()

function readAttributes(token: Token): Record<string, string | undefined> {
  return (token.meta ?? {}) as Record<string, string | undefined>
}

function findFiles(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    const { image = '', file = '' } = readAttributes(token)
    if (token.type === 'figure') return [image]
    return token.type === 'audio' ? [file] : []
  })
}

function findInlineProblems(children: readonly Token[], line: number): BodyProblem[] {
  let current = line
  return children.flatMap(({ type, meta }): BodyProblem[] => {
    if (type === 'softbreak' || type === 'hardbreak') current++
    return type === 'problem' ? [{ ...(meta as DirectiveProblem), line: current }] : []
  })
}

function findProblems(tokens: readonly Token[]): BodyProblem[] {
  return tokens.flatMap((token): BodyProblem[] => {
    const line = (token.map?.[0] ?? 0) + 1
    const { image, alt, altNeeded, width, height, url, file, title } = readAttributes(token)
    switch (token.type) {
      case 'inline':
        return findInlineProblems(token.children ?? [], line)
      case 'problem':
        return [{ ...(token.meta as DirectiveProblem), line }]
      case 'more':
        return token.level > 0 ? [{ kind: 'nested-marker', line }] : []
      case 'figure':
        return [
          ...(imageIdPattern.test(image ?? '')
            ? []
            : [{ kind: 'figure-without-image', line } as const]),
          ...(alt || altNeeded === 'true' ? [] : [{ kind: 'figure-without-alt', line } as const]),
          ...(isPixelSize(width) && isPixelSize(height)
            ? []
            : [{ kind: 'figure-without-size', line } as const]),
        ]
      case 'audio':
        return [
          ...(imageIdPattern.test(file ?? '')
            ? []
            : [{ kind: 'audio-without-file', line } as const]),
          ...(title ? [] : [{ kind: 'audio-without-title', line } as const]),
        ]
      case 'embed':
        return embedPattern.test(url ?? '') ? [] : [{ kind: 'embed-without-address', line }]
    }
    return []
  })
}

export function renderBody(
  source: string,
  env: Env = {},
  findEnd = findFreePreviewEnd,
): RenderedBody {
  const tokens = parser.parse(source, env)
  const end = findEnd(tokens)
  const [open, closed] = [tokens.slice(0, end), tokens.slice(end)]
  const render = (part: Token[]) => parser.renderer.render(part, parser.options, env)
  return {
    freePreview: render(open),
    rest: render(closed).trim(),
    words: countWords(tokens),
    files: { freePreview: findFiles(open), rest: findFiles(closed) },
    problems: findProblems(tokens),
  }
}

/** Renders an issue of The Weekly, which everyone can read as far as `<!-- more -->`. */
export const renderIssueBody = (source: string) => renderBody(source, {}, findMarkerEnd)

export function checkIssueBody({
  problems,
  files,
}: RenderedBody): readonly (BodyProblem | FigureInIssue)[] {
  const hasFigure = files.freePreview.length + files.rest.length > 0
  return hasFigure ? [...problems, { kind: 'figure-in-issue' }] : problems
}

export type Link = {
  readonly address: string
  /** The line in the body, counted from 1. */
  readonly line: number
}

export function findLinks(source: string): Link[] {
  let line = 1
  return parser.parse(source, {}).flatMap(({ map, children }) => {
    if (map) line = map[0] + 1
    return (children ?? []).flatMap((token): Link[] => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') line++
      return token.type === 'link_open' ? [{ address: String(token.attrGet('href')), line }] : []
    })
  })
}

/** Returns the line after the first block with a paragraph; null if there is none. */
export function findFirstParagraphEnd(source: string): number | null {
  let hasParagraph = false
  let blockEnd: number | null = null
  for (const token of parser.parse(source, {})) {
    // Notes follow the text, wherever they were written.
    if (token.type === 'footnote_block_open') return null
    if (token.type === 'paragraph_open' && !token.hidden) hasParagraph = true
    // Only opening tokens have line numbers.
    if (token.level === 0 && token.map) blockEnd = token.map[1]
    if (hasParagraph && token.level === 0 && token.nesting <= 0) return blockEnd
  }
  return null
}

/** Returns whether an article must have text for subscribers only, because it's visible or scheduled. */
export function requiresClosedPart({
  status,
  access,
}: Pick<Article, 'status' | 'access'>): boolean {
  return access !== 'public' && (status === 'published' || status === 'scheduled')
}

export function checkBody(
  article: Pick<Article, 'status' | 'access'>,
  { problems, rest }: RenderedBody,
): readonly (BodyProblem | NothingBehindFreePreview)[] {
  if (rest || !requiresClosedPart(article)) return problems
  return [...problems, { kind: 'nothing-behind-free-preview' }]
}

/** Renders texts that are public as a whole: biographies, events and pages. */
export function renderPublicText(source: string): string {
  const { freePreview, rest } = renderBody(source)
  return freePreview + rest
}

export type TableOfContents = readonly { readonly anchor: string; readonly title: string }[]

/** Expects HTML rendered by the functions above. Titles are HTML without elements. */
export function readTableOfContents(html: string): TableOfContents {
  return [...html.matchAll(/<h2 id="([^"<]+)"[^<>]*>((?:[^<]|<(?!h2 ))*?)<\/h2>/g)].map(
    ([, anchor, title]) => ({
      anchor: anchor!,
      title: title!.replace(/<[^<>]+>/g, ''),
    }),
  )
}
