/** The shortcodes of WordPress and of common plugins that carry content, and what becomes of it. */
import type { Conversion } from '../html/conversion.ts'
import { noteReferenceTag } from '../html/directives.ts'
import { embedOf } from '../html/embeds.ts'
import { howMany } from '../html/losses.ts'
import { fileLink } from '../html/media.ts'
import { gallery, pictured } from '../html/pictures.ts'
import { element, elementsIn, isElement, type Node, rawTextOf, text, textOf } from '../html/tree.ts'
import type { Shortcode } from './shortcode-syntax.ts'

type Call = (shortcode: Shortcode, content: Node[], conversion: Conversion) => Node[] | null

const footnotes = new Set([
  'efn_note',
  'footnote',
  'footnotes',
  'fn',
  'mfn',
  'modern_footnote',
  'ref',
  'note',
])
const embeds = new Set(
  'embed youtube youtu vimeo twitter tweet instagram facebook soundcloud spotify tiktok dailymotion ted flickr wpvideo videopress bandcamp iframe googlemaps googlemap embedyt fve'.split(
    ' ',
  ),
)
const sounds = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'flac', '0']
const films = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'wmv', 'mov', '0']

const calls: Readonly<Record<string, Call>> = {
  caption,
  wp_caption: caption,
  gallery: pictureGallery,
  audio: (shortcode, content, conversion) => media('audio', shortcode, content, conversion),
  video: (shortcode, content, conversion) => media('video', shortcode, content, conversion),
  code: listing,
  sourcecode: listing,
  pullquote: (_, content) =>
    content.length > 0 ? [element('aside', { className: ['pullquote'] }, content)] : null,
  'media-credit': (shortcode, content, conversion) =>
    caption(
      shortcode,
      [
        ...content,
        element('span', { className: ['credit'] }, [text(shortcode.attributes.name ?? '')]),
      ],
      conversion,
    ),
}

/** What a shortcode calls for; null where it is not known. */
export function called(
  shortcode: Shortcode,
  content: Node[],
  conversion: Conversion,
): Node[] | null {
  const { name } = shortcode
  if (footnotes.has(name))
    return content.length > 0 ? [element(noteReferenceTag, {}, content)] : null
  if (embeds.has(name)) return embedded(shortcode, content, conversion)
  return Object.hasOwn(calls, name) ? calls[name]!(shortcode, content, conversion) : null
}

function caption({ attributes }: Shortcode, content: Node[], _: Conversion): Node[] | null {
  const holdsPicture = (node: Node) =>
    isElement(node) && [node, ...elementsIn(node.children)].some(({ tagName }) => tagName === 'img')
  const index = content.findIndex(holdsPicture)
  if (index < 0) return null
  const words = [...content.slice(0, index), ...content.slice(index + 1)]
  const given = attributes.caption ? [text(attributes.caption)] : []
  return [element('figure', {}, [content[index]!, element('figcaption', {}, [...given, ...words])])]
}

function pictureGallery({ attributes }: Shortcode, _: Node[], conversion: Conversion): Node[] {
  const { source, losses } = conversion
  const ids = (attributes.ids ?? attributes.include ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 1000)
  const found =
    ids.length > 0 ? ids.map((id) => source.attachment?.(id)) : (source.attached?.() ?? [])
  const figures = found
    .filter((shown) => shown !== undefined)
    .map((shown) => pictured(shown, conversion))
  const missing = found.length - figures.length
  if (missing > 0 || found.length === 0) {
    losses.say(
      missing > 0
        ? `${howMany(missing, 'a picture', 'pictures')} of a gallery could not be found in the export`
        : 'a gallery was left out: the export has no pictures for it',
    )
  }
  return gallery(figures, null, conversion)
}

function media(
  kind: 'audio' | 'video',
  { attributes }: Shortcode,
  content: Node[],
  conversion: Conversion,
): Node[] {
  const names = kind === 'audio' ? sounds : films
  const written = names.map((name) => attributes[name]).find(Boolean) ?? textOf(content)
  if (/(youtube\.com|youtu\.be|vimeo\.com)\//.test(written)) {
    const made = embedOf(written, attributes.title ?? '')
    if (made) return [made]
  }
  return fileLink(kind, written, attributes.title ?? '', conversion)
}

const pages: Readonly<Record<string, (id: string) => string>> = {
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

function embedded({ name, attributes }: Shortcode, content: Node[], _: Conversion): Node[] | null {
  const given = [
    attributes.url,
    attributes.src,
    attributes.href,
    textOf(content),
    attributes['0'],
    attributes.id,
  ]
  for (const value of given) {
    if (!value) continue
    const id =
      /^[\w:-]{3,64}$/.test(value) && Object.hasOwn(pages, name) ? pages[name]!(value) : value
    const made = /^(https?:)?\/\//.test(id) ? embedOf(id, attributes.title ?? '') : null
    if (made) return [made]
  }
  return null
}

function listing({ attributes }: Shortcode, content: Node[]): Node[] | null {
  const code = rawTextOf(content)
  if (code.trim() === '') return null
  const lang = attributes.language ?? attributes.lang ?? attributes['0'] ?? ''
  return [
    element('pre', { className: lang ? [`language-${lang}`] : [] }, [
      element('code', {}, [text(code)]),
    ]),
  ]
}
