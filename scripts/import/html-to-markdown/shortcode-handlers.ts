import { noteLoss } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { createFormula } from './convert-formulas.ts'
import { createFigure, noteReferenceTag } from './directive-elements.ts'
import { createEmbedFromUrl } from './embed-elements.ts'
import { convertEmbedShortcode, findShortcodeAddress } from './embed-shortcodes.ts'
import {
  createElement,
  createText,
  getRawText,
  getText,
  type Node,
  walkElements,
} from './html-tree.ts'
import { convertGallery } from './image-elements.ts'
import { convertMedia } from './media-elements.ts'
import type { Shortcode } from './shortcode-syntax.ts'

type ShortcodeHandler = (
  shortcode: Shortcode,
  content: Node[],
  context: ConversionContext,
) => Node[] | null

const footnoteShortcodes = new Set(
  'efn_note footnote footnotes fn mfn modern_footnote ref note'.split(' '),
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
  return (
    convertEmbedShortcode(shortcode, content) ??
    handlers.get(name)?.(shortcode, content, context) ??
    convertUnknown(shortcode, content, context)
  )
}

const fileKinds = [
  [/\.(?:mp3|m4a|ogg|oga|wav|flac|aac|opus)$/i, 'audio'],
  [/\.(?:mp4|m4v|webm|ogv|mov|wmv|avi|flv)$/i, 'video'],
  [/\.(?:pdf|zip|docx?|xlsx?|pptx?|epub|csv|txt)$/i, 'file'],
] as const

/** Returns at least a link if the shortcode names an address; null if it doesn't. */
function convertUnknown(
  shortcode: Shortcode,
  content: Node[],
  context: ConversionContext,
): Node[] | null {
  const { attributes } = shortcode
  const attachment = context.source.findAttachment?.(attributes.image ?? attributes.id ?? '')
  if (attachment && /image|img|picture|photo/.test(shortcode.name))
    return [createFigure(attachment)]
  const address = findShortcodeAddress(shortcode)
  if (!address) return null
  const path = address.replace(/[?#].*$/s, '')
  const title = attributes.title ?? ''
  if (/\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(path)) {
    const image = createElement('img', [], { src: address, alt: attributes.alt ?? '' })
    const caption = attributes.caption ?? title
    return content.length > 0 || !caption
      ? [image, ...content]
      : [createElement('figure', [image, createElement('figcaption', [createText(caption)])])]
  }
  const kind = fileKinds.find(([pattern]) => pattern.test(path))?.[1]
  const words = getText(content)
  if (kind) return convertMedia(kind, address, words || title, context)
  if (words === '') {
    const embed = createEmbedFromUrl(address, title)
    return embed && [embed]
  }
  const isInline = content.every((node) => node.type === 'text' && !/\n\s*\n/.test(node.value))
  return isInline ? [createElement('a', content, { href: address })] : null
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
  return embed ? [embed] : convertMedia(kind, url, title, context)
}

function convertFormulaShortcode(
  _: Shortcode,
  content: Node[],
  context: ConversionContext,
): Node[] | null {
  const formula = getRawText(content).trim()
  return formula === '' ? null : [createFormula(formula, context)]
}
