/**
 * The one pipeline from Markdown to HTML, for the build and for pages rendered at the edge.
 *
 * What comes out is safe by construction: HTML in the source is shown as text, never passed on;
 * links keep only the protocols below; every other element comes from a token of this pipeline.
 */
import MarkdownIt, { type Env, type Token } from 'markdown-it'
import type { Article } from '../domain/article.ts'
import { pictureIdPattern } from '../domain/picture.ts'
import { pictureAddress, pictureWidths } from '../domain/picture-address.ts'
import type { BodyProblem, DirectiveProblem, OpenBody } from './body-problem.ts'
import { directives } from './directives.ts'
import { footnotes } from './footnotes.ts'
import { foreignWords, foreignWordsHtml } from './foreign-words.ts'
import { countWords, leadInEnd } from './lead-in.ts'

export type RenderedBody = {
  /** HTML that anybody may read. */
  readonly leadIn: string
  /** HTML after the lead-in, empty where the lead-in is everything. */
  readonly rest: string
  /** Words of the whole body. */
  readonly words: number
  /** Ids of the pictures in each part. */
  readonly pictures: { readonly leadIn: readonly string[]; readonly rest: readonly string[] }
  /** What an editor has to fix; empty where all is well. */
  readonly problems: readonly BodyProblem[]
}

const embedPattern = /^https:\/\//
const isSize = (pixels: string | undefined) => /^[1-9]\d{0,4}$/.test(pixels ?? '')
const allowedLink = /^(?:https?:|mailto:|\/(?!\/)|#)/i

/** Widths for a figure in the text: it is never wider than the column with its margins. */
const figureWidths = pictureWidths.filter((width) => width >= 384 && width <= 1920)

function createParser() {
  const markdown = MarkdownIt({ html: false, linkify: false, typographer: false })
  markdown.use(footnotes).use(directives).use(foreignWords)
  // Pictures come by ::figure, which carries what a page must know of them.
  markdown.disable('image')
  markdown.validateLink = (address: string) => allowedLink.test(address.trim())

  const { escapeHtml } = markdown.utils
  const rules = markdown.renderer.rules
  const plainHtml = (text: string) => foreignWordsHtml(text, escapeHtml)
  const headingTag = (token: Token) => (token.tag === 'h1' ? 'h2' : token.tag)
  rules.heading_open = (tokens, index, _options, env) => {
    const tag = headingTag(tokens[index]!)
    const id = env?.anchors && anchorOf(wordsOf(tokens[index + 1]!), env.anchors as Anchors)
    return id ? `<${tag} id="${id}">` : `<${tag}>`
  }
  rules.heading_close = (tokens, index) => `</${headingTag(tokens[index]!)}>\n`
  rules.table_open = () => '<section class="table" aria-label="Table" tabindex="0"><table>\n'
  rules.table_close = () => '</table></section>\n'
  rules.more = () => ''
  rules.problem = () => ''
  rules.pullquote_open = () => '<aside class="pullquote"><blockquote>\n'
  rules.pullquote_close = (tokens, index) => {
    const by = attributesOf(tokens[index]!).by
    return `</blockquote>${by ? `<p class="by">${plainHtml(by)}</p>` : ''}</aside>\n`
  }
  rules.figure = (tokens, index) => {
    const { image = '', alt = '', caption, credit, width, height } = attributesOf(tokens[index]!)
    if (!pictureIdPattern.test(image)) return ''
    const sources = figureWidths.map((size) => `${pictureAddress(image, size)} ${size}w`)
    const size = isSize(width) && isSize(height) ? ` width="${width}" height="${height}"` : ''
    const creditLine = credit ? ` <span class="credit">${plainHtml(credit)}</span>` : ''
    return (
      `<figure><img src="${escapeHtml(pictureAddress(image, 1080))}"` +
      ` srcset="${escapeHtml(sources.join(', '))}" sizes="(min-width: 60rem) 46rem, 100vw"${size}` +
      ` alt="${escapeHtml(alt)}" loading="lazy" decoding="async">` +
      `<figcaption>${plainHtml(caption ?? '')}${creditLine}</figcaption></figure>\n`
    )
  }
  rules.embed = (tokens, index) => {
    const { url = '', title } = attributesOf(tokens[index]!)
    if (!embedPattern.test(url)) return ''
    return `<p class="embed"><a href="${escapeHtml(url)}">${plainHtml(title ?? url)}</a></p>\n`
  }
  return markdown
}

/** Of a heading, without its marks. */
const wordsOf = ({ children }: Token) => (children ?? []).map(({ content }) => content).join('')

/** Names that are in use, each with the highest number behind it that was tried. */
type Anchors = Map<string, number>

/**
 * The name under which a heading is linked to, once a text. With a word before it, because the page
 * around it has names of its own.
 */
function anchorOf(heading: string, taken: Anchors): string {
  const words = heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['part']
  const name = `on-${words.join('-')}`
  let anchor = name
  let count = taken.get(name) ?? 1
  while (taken.has(anchor)) anchor = `${name}-${++count}`
  taken.set(anchor, 1)
  taken.set(name, count)
  return anchor
}

const parser = createParser()

function attributesOf(token: Token): Record<string, string | undefined> {
  return (token.meta ?? {}) as Record<string, string | undefined>
}

function picturesIn(tokens: readonly Token[]): string[] {
  return tokens
    .filter((token) => token.type === 'figure')
    .map((token) => attributesOf(token).image ?? '')
}

/** In a line of text, which begins at `line`. */
function problemsInText(children: readonly Token[], line: number): BodyProblem[] {
  let current = line
  return children.flatMap(({ type, meta }): BodyProblem[] => {
    if (type === 'softbreak' || type === 'hardbreak') current++
    return type === 'problem' ? [{ ...(meta as DirectiveProblem), line: current }] : []
  })
}

function problemsIn(tokens: readonly Token[]): BodyProblem[] {
  return tokens.flatMap((token): BodyProblem[] => {
    const line = (token.map?.[0] ?? 0) + 1
    const { image, alt, width, height, url } = attributesOf(token)
    switch (token.type) {
      case 'inline':
        return problemsInText(token.children ?? [], line)
      case 'problem':
        return [{ ...(token.meta as DirectiveProblem), line }]
      case 'more':
        return token.level > 0 ? [{ kind: 'nested-marker', line }] : []
      case 'figure':
        return [
          ...(pictureIdPattern.test(image ?? '')
            ? []
            : [{ kind: 'figure-without-picture', line } as const]),
          ...(alt ? [] : [{ kind: 'figure-without-alt', line } as const]),
          ...(isSize(width) && isSize(height)
            ? []
            : [{ kind: 'figure-without-size', line } as const]),
        ]
      case 'embed':
        return embedPattern.test(url ?? '') ? [] : [{ kind: 'embed-without-address', line }]
    }
    return []
  })
}

/** Renders a body in its two parts: what anybody may read, and what is sealed. */
export function renderBody(source: string, env: Env = {}): RenderedBody {
  const tokens = parser.parse(source, env)
  const end = leadInEnd(tokens)
  const [open, closed] = [tokens.slice(0, end), tokens.slice(end)]
  const render = (part: Token[]) => parser.renderer.render(part, parser.options, env)
  return {
    leadIn: render(open),
    rest: render(closed).trim(),
    words: countWords(tokens),
    pictures: { leadIn: picturesIn(open), rest: picturesIn(closed) },
    problems: problemsIn(tokens),
  }
}

/** The line after the first block that holds a paragraph; null where there is none. */
export function firstParagraphEnd(source: string): number | null {
  let hasParagraph = false
  let blockEnd: number | null = null
  for (const token of parser.parse(source, {})) {
    // Notes stand behind the text, wherever they are written.
    if (token.type === 'footnote_block_open') return null
    if (token.type === 'paragraph_open' && !token.hidden) hasParagraph = true
    // The opening of a block has its lines; its closing has none.
    if (token.level === 0 && token.map) blockEnd = token.map[1]
    if (hasParagraph && token.level === 0 && token.nesting <= 0) return blockEnd
  }
  return null
}

/** Why an article with this body may not be published, or has to be mended; empty where all is well. */
export function bodyProblems(
  { status, access }: Pick<Article, 'status' | 'access'>,
  { problems, rest }: RenderedBody,
): readonly (BodyProblem | OpenBody)[] {
  if (status !== 'published' || access === 'public' || rest) return problems
  return [...problems, { kind: 'nothing-closed' }]
}

/** Renders a text that is public as a whole: a biography, an event, a free-standing page. */
export function renderPublicText(source: string): string {
  const { leadIn, rest } = renderBody(source, { anchors: new Map() })
  return leadIn + rest
}

export type Contents = readonly { readonly anchor: string; readonly title: string }[]

/** The headings of a public text as rendered above; their titles are HTML without elements. */
export function contentsOf(html: string): Contents {
  return [...html.matchAll(/<h2 id="([^"<]+)">((?:[^<]|<(?!h2 ))*?)<\/h2>/g)].map(
    ([, anchor, title]) => ({
      anchor: anchor!,
      title: title!.replace(/<[^<>]+>/g, ''),
    }),
  )
}
