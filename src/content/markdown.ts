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
import { directives } from './directives.ts'
import { footnotes } from './footnotes.ts'
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
  /** What an editor has to mend, each with its line; empty where all is well. */
  readonly problems: readonly string[]
}

const embedPattern = /^https:\/\//
const isSize = (pixels: string | undefined) => /^[1-9]\d{0,4}$/.test(pixels ?? '')
const allowedLink = /^(?:https?:|mailto:|\/(?!\/)|#)/i

/** Widths for a figure in the text: it is never wider than the column with its margins. */
const figureWidths = pictureWidths.filter((width) => width >= 384 && width <= 1920)

function createParser() {
  const markdown = MarkdownIt({ html: false, linkify: false, typographer: false })
  markdown.use(footnotes).use(directives)
  // Pictures come by ::figure, which carries what a page must know of them.
  markdown.disable('image')
  markdown.validateLink = (address: string) => allowedLink.test(address.trim())

  const { escapeHtml } = markdown.utils
  const rules = markdown.renderer.rules
  const headingTag = (token: Token) => (token.tag === 'h1' ? 'h2' : token.tag)
  rules.heading_open = (tokens, index, _options, env) => {
    const tag = headingTag(tokens[index]!)
    const id = env?.anchors && anchorOf(tokens[index + 1]!.content, env.anchors as Set<string>)
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
    return `</blockquote>${by ? `<p class="by">${escapeHtml(by)}</p>` : ''}</aside>\n`
  }
  rules.figure = (tokens, index) => {
    const { image = '', alt = '', caption, credit, width, height } = attributesOf(tokens[index]!)
    if (!pictureIdPattern.test(image)) return ''
    const sources = figureWidths.map((size) => `${pictureAddress(image, size)} ${size}w`)
    const size = isSize(width) && isSize(height) ? ` width="${width}" height="${height}"` : ''
    const creditLine = credit ? ` <span class="credit">${escapeHtml(credit)}</span>` : ''
    return (
      `<figure><img src="${escapeHtml(pictureAddress(image, 1080))}"` +
      ` srcset="${escapeHtml(sources.join(', '))}" sizes="(min-width: 60rem) 46rem, 100vw"${size}` +
      ` alt="${escapeHtml(alt)}" loading="lazy" decoding="async">` +
      `<figcaption>${escapeHtml(caption ?? '')}${creditLine}</figcaption></figure>\n`
    )
  }
  rules.embed = (tokens, index) => {
    const { url = '', title } = attributesOf(tokens[index]!)
    if (!embedPattern.test(url)) return ''
    return `<p class="embed"><a href="${escapeHtml(url)}">${escapeHtml(title ?? url)}</a></p>\n`
  }
  return markdown
}

/**
 * The name under which a heading is linked to, once a text. With a word before it, because the page
 * around it has names of its own.
 */
function anchorOf(heading: string, taken: Set<string>): string {
  const words = heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['part']
  const name = `on-${words.join('-')}`
  let anchor = name
  for (let count = 2; taken.has(anchor); count++) anchor = `${name}-${count}`
  taken.add(anchor)
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

function problemsIn(tokens: readonly Token[]): string[] {
  const problems: string[] = []
  for (const token of tokens) {
    const at = `line ${(token.map?.[0] ?? 0) + 1}`
    const attributes = attributesOf(token)
    if (token.type === 'problem') problems.push(`${at}: ${token.content}`)
    if (token.type === 'more' && token.level > 0) {
      problems.push(`${at}: <!-- more --> must stand by itself, not in a quotation or list`)
    }
    if (token.type === 'figure') {
      if (!pictureIdPattern.test(attributes.image ?? '')) {
        problems.push(`${at}: ::figure needs image="…" with the id of a stored picture`)
      }
      if (!attributes.alt) problems.push(`${at}: ::figure needs alt="…"`)
      if (!isSize(attributes.width) || !isSize(attributes.height)) {
        problems.push(`${at}: ::figure needs width="…" and height="…" of the picture, in pixels`)
      }
    }
    if (token.type === 'embed' && !embedPattern.test(attributes.url ?? '')) {
      problems.push(`${at}: ::embed needs url="https://…"`)
    }
  }
  return problems
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

/** Why an article with this body may not be published, or has to be mended; empty where all is well. */
export function bodyProblems(
  { status, access }: Pick<Article, 'status' | 'access'>,
  { problems, rest }: RenderedBody,
): readonly string[] {
  if (status !== 'published' || access === 'public' || rest) return problems
  const open = 'has nothing behind its lead-in, so all of it would be open: set <!-- more -->'
  return [...problems, open]
}

/** Renders a text that is public as a whole: a biography, an event, a free-standing page. */
export function renderPublicText(source: string): string {
  const { leadIn, rest } = renderBody(source, { anchors: new Set() })
  return leadIn + rest
}

export type Contents = readonly { readonly anchor: string; readonly title: string }[]

/** The headings of a public text as rendered above; their titles are HTML without elements. */
export function contentsOf(html: string): Contents {
  return [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, anchor, title]) => ({
    anchor: anchor!,
    title: title!.replace(/<[^>]+>/g, ''),
  }))
}
