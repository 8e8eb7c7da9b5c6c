import { noteLoss } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { createFormula } from './convert-formulas.ts'
import { createFigure, noteReferenceTag } from './directive-elements.ts'
import { createEmbedFromUrl } from './embed-elements.ts'
import {
  createElement,
  createText,
  getRawText,
  getText,
  type Node,
  walkElements,
} from './html-tree.ts'
import { convertGallery } from './image-elements.ts'
import { convertToFileLink } from './media-elements.ts'
import type { Shortcode } from './shortcode-syntax.ts'

type ShortcodeHandler = (
  shortcode: Shortcode,
  content: Node[],
  context: ConversionContext,
) => Node[] | null

const footnoteShortcodes = new Set(
  'efn_note footnote footnotes fn mfn modern_footnote ref note'.split(' '),
)
const embedShortcodes = new Set(
  'embed youtube youtu vimeo twitter tweet instagram facebook soundcloud spotify tiktok dailymotion ted flickr wpvideo videopress bandcamp iframe googlemaps googlemap embedyt fve'.split(
    ' ',
  ),
)
const mediaAttributes = {
  audio: ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac', '0'],
  video: ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'wmv', 'mov', '0'],
}

const handlers: ReadonlyMap<string, ShortcodeHandler> = new Map<string, ShortcodeHandler>([
  ['caption', convertCaption],
  ['wp_caption', convertCaption],
  ['gallery', convertGalleryShortcode],
  ['audio', convertMediaShortcode],
  ['video', convertMediaShortcode],
  ...['latex', 'tex', 'math', 'katex'].map((name) => [name, convertFormulaShortcode] as const),
  [
    'pullquote',
    (_, content) =>
      content.length > 0 ? [createElement('aside', content, { className: ['pullquote'] })] : null,
  ],
  [
    'media-credit',
    (shortcode, content) => {
      const name = createText(shortcode.attributes.name ?? '')
      const credit = createElement('span', [name], { className: ['credit'] })
      return convertCaption(shortcode, [...content, credit])
    },
  ],
])

/** Null for an unknown shortcode and for one without its content. */
export function convertShortcode(
  shortcode: Shortcode,
  content: Node[],
  context: ConversionContext,
): Node[] | null {
  const { name } = shortcode
  if (footnoteShortcodes.has(name))
    return content.length > 0 ? [createElement(noteReferenceTag, content)] : null
  if (embedShortcodes.has(name)) return convertEmbedShortcode(shortcode, content)
  return handlers.get(name)?.(shortcode, content, context) ?? null
}

function convertCaption({ attributes }: Shortcode, content: Node[]): Node[] | null {
  const index = content.findIndex((node) =>
    [...walkElements([node])].some(({ tagName }) => tagName === 'img'),
  )
  if (index < 0) return null
  const caption = attributes.caption ? [createText(attributes.caption)] : []
  const figcaption = createElement('figcaption', [...caption, ...content.toSpliced(index, 1)])
  return [createElement('figure', [content[index]!, figcaption])]
}

function convertGalleryShortcode(
  { attributes }: Shortcode,
  _: Node[],
  context: ConversionContext,
): Node[] {
  const { source, losses } = context
  const ids = (attributes.ids ?? attributes.include ?? '').split(/[\s,]+/).filter(Boolean)
  const images =
    ids.length > 0
      ? ids.slice(0, 1000).map((id) => source.findAttachment?.(id))
      : (source.listAttachedImages?.() ?? [])
  const figures = images.flatMap((image) => (image ? [createFigure(image)] : []))
  const missing = images.length - figures.length
  if (missing > 0) {
    const rest = 'of a gallery not found in the export'
    const [finding, plural] = [`a picture ${rest}`, `pictures ${rest}`]
    losses.add({ ...noteLoss(finding), plural, count: missing })
  } else if (images.length === 0) {
    losses.add(noteLoss('a gallery was removed: its pictures aren’t in the export'))
  }
  return convertGallery(figures, '', context)
}

function convertMediaShortcode(
  { name, attributes }: Shortcode,
  content: Node[],
  context: ConversionContext,
): Node[] {
  const kind = name === 'audio' ? 'audio' : 'video'
  const url =
    mediaAttributes[kind].map((attribute) => attributes[attribute]).find(Boolean) ??
    getText(content)
  const title = attributes.title ?? ''
  const isEmbed = /(youtube\.com|youtu\.be|vimeo\.com)\//.test(url)
  const embed = isEmbed ? createEmbedFromUrl(url, title) : null
  return embed ? [embed] : convertToFileLink(kind, url, title, context)
}

const embedPageUrls: Readonly<Record<string, (id: string) => string>> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  embedyt: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  wpvideo: (id) => `https://videopress.com/v/${id}`,
  videopress: (id) => `https://videopress.com/v/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  tweet: (id) => `https://x.com/i/status/${id}`,
  twitter: (id) => `https://x.com/i/status/${id}`,
  spotify: (id) => `https://open.spotify.com/${id.replace(/^spotify:/, '').replaceAll(':', '/')}`,
}

function convertEmbedShortcode({ name, attributes }: Shortcode, content: Node[]): Node[] | null {
  const { url, src, href, id, title = '' } = attributes
  for (const value of [url, src, href, getText(content), attributes['0'], id]) {
    if (!value) continue
    // `[youtube=aBcDeFgHiJk&w=640]` has the player's size behind the id.
    const pageId = value.replace(/[?&].*$/s, '')
    const hasPage = /^[\w:-]{3,64}$/.test(pageId) && Object.hasOwn(embedPageUrls, name)
    const address = hasPage ? embedPageUrls[name]!(pageId) : value
    const embed = /^(https?:)?\/\//.test(address) ? createEmbedFromUrl(address, title) : null
    if (embed) return [embed]
  }
  return null
}

function convertFormulaShortcode(
  _: Shortcode,
  content: Node[],
  context: ConversionContext,
): Node[] | null {
  const formula = getRawText(content).trim()
  return formula === '' ? null : [createFormula(formula, context)]
}
