/**
 * Converts Substack's own markup to plain HTML: pictures at their full size, players and cards as embeds, and without
 * the widgets that only work on Substack. Most widgets carry their data as JSON in `data-attrs`.
 */
import type { Element } from 'hast'
import type { ConversionContext } from '../../html-to-markdown/conversion-context.ts'
import { moreTag } from '../../html-to-markdown/directive-elements.ts'
import { createEmbedFromUrl } from '../../html-to-markdown/embed-elements.ts'
import {
  createElement,
  createParagraph,
  createText,
  findElement,
  getAttribute,
  getText,
  getTextByClass,
  hasClass,
  type Node,
} from '../../html-to-markdown/html-tree.ts'
import { convertMedia } from '../../html-to-markdown/media-elements.ts'
import { replaceElements } from '../../html-to-markdown/replace-elements.ts'
import { decodeSubstackImageUrl } from './substack-image-url.ts'

export function prepareSubstackHtml(nodes: Node[], context: ConversionContext): Node[] {
  return replaceElements(nodes, (node) => convertWidget(node, context))
}

function convertWidget(node: Element, context: ConversionContext): Node[] | null {
  if (node.tagName === 'img') return [restoreImage(node)]
  // Substack replaces texts such as %%share_url%% when it sends the email.
  if (node.tagName === 'a' && getAttribute(node, 'href').startsWith('%%')) return node.children
  for (const [pattern, convert] of widgets) {
    if (hasClass(node, pattern)) return convert(node, readWidgetData(node), context)
  }
  return null
}

type WidgetData = Readonly<Record<string, unknown>>
type ConvertWidget = (node: Element, data: WidgetData, context: ConversionContext) => Node[] | null

function readWidgetData(node: Element): WidgetData {
  try {
    const data: unknown = JSON.parse(getAttribute(node, 'dataAttrs'))
    return typeof data === 'object' && data !== null ? (data as WidgetData) : {}
  } catch {
    return {}
  }
}

function readString(data: WidgetData, name: string): string {
  const value = Object.hasOwn(data, name) ? data[name] : undefined
  return typeof value === 'string' ? value.trim() : ''
}

/** Returns the first link or frame in an element. */
function findInnerUrl(node: Element): string {
  const inner = findElement(node, ({ tagName }) => tagName === 'a' || tagName === 'iframe')
  return inner ? getAttribute(inner, inner.tagName === 'a' ? 'href' : 'src') : ''
}

const embed = (url: string, title = ''): Node[] | null => {
  const element = createEmbedFromUrl(url, title)
  return element && [element]
}

const removeAs =
  (singular: string, plural: string): ConvertWidget =>
  (_node, _data, { losses }) => {
    losses.addCounted('lost', singular, plural, 'removed')
    return []
  }

/** Players request the file from Substack. */
function convertRecording(kind: 'audio' | 'video'): ConvertWidget {
  return (node, data, context) => {
    const id = readString(data, 'mediaUploadId')
    const remove = removeAs(
      'a recording stored with Substack was',
      'recordings stored with Substack were',
    )
    if (!/^[\da-f-]{20,50}$/i.test(id)) return remove(node, data, context)
    const url = `https://api.substack.com/api/v1/${kind}/upload/${id}/src`
    const title = readString(data, 'label') || (kind === 'audio' ? 'Recording' : 'Film')
    return convertMedia(kind, url, title, context)
  }
}

const widgets: readonly (readonly [RegExp, ConvertWidget])[] = [
  [/^(captioned-)?button-wrap(per)?$/, removeSubstackButton],
  [/^poll-embed$/, removeAs('a poll was', 'polls were')],
  [/^native-audio-embed$/, convertRecording('audio')],
  [/^native-video-embed$/, convertRecording('video')],
  [
    /^(community-chat|directMessage|install-substack-app-embed|app-install|recommendations?-embed)$/i,
    removeAs('a Substack widget was', 'Substack widgets were'),
  ],
  [/^(image-link-expand|header-anchor-parent)$/, () => []],
  [/^paywall-jump$/, () => [createElement(moreTag)]],
  [/^image-gallery-embed$/, (_node, data) => convertGallery(data)],
  [/^(tweet|twitter-embed)$/, convertTweet],
  [/^instagram(-embed-wrap)?$/, (node, data) => convertInstagram(node, data)],
  [
    /^youtube-wrap$/,
    (node, data) =>
      embedById('https://www.youtube.com/watch?v=', readString(data, 'videoId'), node),
  ],
  [
    /^vimeo-wrap$/,
    (node, data) => embedById('https://vimeo.com/', readString(data, 'videoId'), node),
  ],
  [
    /^(spotify|soundcloud|tiktok|bluesky|datawrapper|twitch|prediction-market)-wrap$|^apple-podcast-container$/,
    (node, data) => embed(readString(data, 'url') || findInnerUrl(node), readString(data, 'title')),
  ],
  [/^(embedded-post-wrap|digest-post-embed)$/, convertPostCard],
  [
    /^embedded-publication-wrap$/,
    (node, data) =>
      embed(readString(data, 'base_url') || findInnerUrl(node), readString(data, 'name')),
  ],
  [/^comment$/, convertNote],
  [/^file-embed-wrapper$/, convertFileCard],
  [/^latex-rendered$/, convertFormula],
  [
    /^mention-wrap$/,
    (_node, data) => (readString(data, 'name') ? [createText(readString(data, 'name'))] : null),
  ],
]

/** Restores the size in which a picture was uploaded; pages show a smaller copy. */
function restoreImage(node: Element): Element {
  const data = readWidgetData(node)
  const src = decodeSubstackImageUrl(readString(data, 'src') || getAttribute(node, 'src'))
  const alt = getAttribute(node, 'alt') || readString(data, 'alt')
  const { srcSet: _, ...properties } = node.properties
  return { ...node, properties: { ...properties, src, alt } }
}

/** Removes buttons to subscribe, share, comment or give; any other button becomes a link. */
function removeSubstackButton(
  node: Element,
  _data: WidgetData,
  { losses }: ConversionContext,
): Node[] | null {
  const href = findInnerUrl(node)
  const url = URL.parse(href, 'https://substack.invalid')
  const isOwnButton =
    href.startsWith('%%') ||
    url === null ||
    /\/(subscribe|comments|donate|chat|leaderboard|survey\/\d+)\/?$/.test(url.pathname) ||
    url.searchParams.get('action') === 'share' ||
    url.searchParams.get('gift') === 'true'
  if (!isOwnButton) return null
  losses.addCounted(
    'converted',
    'a subscribe, share or comment button was',
    'subscribe, share or comment buttons were',
    'removed',
  )
  return []
}

function convertGallery(data: WidgetData): Node[] | null {
  const { gallery } = data
  if (typeof gallery !== 'object' || gallery === null) return null
  const { images } = gallery as WidgetData
  const caption = readString(gallery as WidgetData, 'caption')
  const alt = readString(gallery as WidgetData, 'alt')
  const pictures = (Array.isArray(images) ? images : []).flatMap((image): Node[] => {
    const src = typeof image === 'object' && image !== null ? readString(image, 'src') : ''
    return src ? [createElement('img', [], { src: decodeSubstackImageUrl(src), alt })] : []
  })
  if (pictures.length === 0) return null
  const figcaption = caption ? [createElement('figcaption', [createText(caption)])] : []
  return [createElement('figure', [...pictures, ...figcaption])]
}

/** Rewrites a tweet to Twitter's own markup, which the conversion supports. */
function convertTweet(node: Element, data: WidgetData): Node[] | null {
  const url = (readString(data, 'url') || findInnerUrl(node)).replace(/\?.*$/s, '')
  if (url === '') return null
  const text = readString(data, 'full_text') || getTextByClass(node, /^tweet-text$/)
  const name = readString(data, 'name') || getTextByClass(node, /^tweet-author-name$/)
  const paragraphs = [text, name && `— ${name}`].filter(Boolean)
  return [
    createElement('blockquote', paragraphs.map(createParagraph), {
      className: ['twitter-tweet'],
      cite: url,
    }),
  ]
}

function convertInstagram(node: Element, data: WidgetData): Node[] | null {
  const id = readString(data, 'instagram_id')
  const isId = /^[\w-]{1,40}$/.test(id)
  return embed(isId ? `https://www.instagram.com/p/${id}/` : findInnerUrl(node))
}

function embedById(prefix: string, id: string, node: Element): Node[] | null {
  return embed(/^[\w-]{1,40}$/.test(id) ? prefix + id : findInnerUrl(node))
}

function convertPostCard(
  node: Element,
  data: WidgetData,
  { losses }: ConversionContext,
): Node[] | null {
  const url = readString(data, 'url') || readString(data, 'canonical_url') || findInnerUrl(node)
  const card = embed(url.replace(/\?.*$/s, ''), readString(data, 'title'))
  if (card && (readString(data, 'truncated_body_text') || readString(data, 'caption')))
    losses.addCounted('lost', 'a link card', 'link cards', 'lost the description')
  return card
}

/** Converts a note or comment that is shown as a card. */
function convertNote(node: Element, data: WidgetData, context: ConversionContext): Node[] | null {
  const card = embed(readString(data, 'url') || findInnerUrl(node), 'Note on Substack')
  return card ?? removeAs('a Substack widget was', 'Substack widgets were')(node, data, context)
}

function convertFileCard(node: Element, _data: WidgetData, context: ConversionContext): Node[] {
  const title = getTextByClass(node, /^file-embed-details-h1$/)
  return convertMedia('file', findInnerUrl(node), title, context)
}

function convertFormula(node: Element, data: WidgetData, { losses }: ConversionContext): Node[] {
  const formula = readString(data, 'persistentExpression') || getText(node.children)
  losses.addCounted('converted', 'a formula', 'formulas', 'became code')
  return [createElement('pre', [createElement('code', [createText(formula)])])]
}
