/** Converts other sites' players and posts to links with a title: `::embed`. */

import type { Element } from 'hast'
import { noteConversion, noteLoss } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { quoteForReport } from './conversion-losses.ts'
import { createEmbed, embedTag } from './directive-elements.ts'
import {
  createElement,
  createText,
  findElement,
  getAttribute,
  getText,
  getTextByClass,
  hasClass,
  isElement,
  type Node,
  walkElements,
  withChildren,
} from './html-tree.ts'
import { toHttpsUrl } from './link-addresses.ts'

/** Known hosts of players, with the title of an embed that has none. */
const embedProviders: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)(youtube(-nocookie)?\.com|youtu\.be)$/, 'Video on YouTube'],
  [/(^|\.)vimeo\.com$/, 'Video on Vimeo'],
  [/(^|\.)(dailymotion\.com|dai\.ly)$/, 'Video on Dailymotion'],
  [/(^|\.)(ted\.com)$/, 'Talk at TED'],
  [/(^|\.)(wordpress\.tv|videopress\.com)$/, 'Video on VideoPress'],
  [/(^|\.)(twitter\.com|x\.com)$/, 'Post on X'],
  [/(^|\.)bsky\.app$/, 'Post on Bluesky'],
  [/(^|\.)threads\.(net|com)$/, 'Post on Threads'],
  [/(^|\.)instagram\.com$/, 'Post on Instagram'],
  [/(^|\.)(facebook\.com|fb\.watch)$/, 'Post on Facebook'],
  [/(^|\.)tiktok\.com$/, 'Video on TikTok'],
  [/(^|\.)reddit\.com$/, 'Post on Reddit'],
  [/(^|\.)soundcloud\.com$/, 'Audio on SoundCloud'],
  [/(^|\.)spotify\.com$/, 'Audio on Spotify'],
  [/(^|\.)(podcasts\.apple\.com|embed\.music\.apple\.com|music\.apple\.com)$/, 'Audio on Apple'],
  [/(^|\.)mixcloud\.com$/, 'Audio on Mixcloud'],
  [/(^|\.)bandcamp\.com$/, 'Audio on Bandcamp'],
  [/(^|\.)acast\.com$/, 'Podcast on Acast'],
  [/(^|\.)datawrapper\.(de|dwcdn\.net)$|(^|\.)dwcdn\.net$/, 'Chart by Datawrapper'],
  [/(^|\.)flourish\.studio$/, 'Chart by Flourish'],
  [/(^|\.)documentcloud\.org$/, 'Document on DocumentCloud'],
  [/(^|\.)scribd\.com$/, 'Document on Scribd'],
  [/(^|\.)slideshare\.net$/, 'Slides on SlideShare'],
  [/(^|\.)(flickr\.com|flic\.kr)$/, 'Picture on Flickr'],
  [/(^|\.)gist\.github\.com$/, 'Code on GitHub'],
  [/(^|\.)codepen\.io$/, 'Code on CodePen'],
]

const mapUrlPattern = /^https:\/\/(www\.)?(google\.[a-z.]+\/maps|openstreetmap\.org|maps\.google\.)/

function findProviderTitle(address: string): string | null {
  if (mapUrlPattern.test(address)) return 'Map'
  const host = new URL(address).hostname
  return embedProviders.find(([pattern]) => pattern.test(host))?.[1] ?? null
}

/** Returns a player's page if the player's own address shows only the player. */
function playerPageUrl(address: string): string {
  const { hostname, pathname, searchParams } = new URL(address)
  const watchedId = pathname === '/watch' ? (searchParams.get('v') ?? '') : ''
  if (/(^|\.)youtube\.com$/.test(hostname) && /^[\w-]{6,}$/.test(watchedId)) {
    // Leaves out the player's size and colours.
    const page = new URL('https://www.youtube.com/watch')
    for (const name of ['v', 'list', 't']) {
      const value = searchParams.get(name)
      if (value && /^[\w-]+$/.test(value)) page.searchParams.set(name, value)
    }
    return page.href
  }
  const id = /^\/(?:embed|v|shorts)\/([\w-]{6,})/.exec(pathname)?.[1]
  if (/(^|\.)youtube(-nocookie)?\.com$/.test(hostname) && id && id !== 'videoseries') {
    return `https://www.youtube.com/watch?v=${id}`
  }
  const video = /^\/video\/(\d+)/.exec(pathname)?.[1]
  if (hostname === 'player.vimeo.com' && video) return `https://vimeo.com/${video}`
  if (hostname === 'open.spotify.com') return address.replace('/embed/', '/')
  return address
}

/** Null for an address that can't be embedded. */
export function createEmbedFromUrl(url: string, title: string): Element | null {
  const address = toHttpsUrl(url)
  if (!address) return null
  return createEmbed(
    playerPageUrl(address),
    title || (findProviderTitle(address) ?? formatUrlAsTitle(address)),
  )
}

function formatUrlAsTitle(address: string): string {
  const { hostname, pathname } = new URL(address)
  return pathname === '/' ? hostname : `${hostname}${pathname}`
}

export function convertFrame(node: Element, { losses }: ConversionContext): Node[] {
  const url =
    getAttribute(node, 'src') || getAttribute(node, 'dataSrc') || getAttribute(node, 'dataLazySrc')
  const embedElement = createEmbedFromUrl(url, getText([createText(getAttribute(node, 'title'))]))
  if (!embedElement) {
    losses.add(noteLoss('an <iframe> was removed ({})', quoteForReport(url) || 'no address'))
    return []
  }
  const address = getAttribute(embedElement, 'url')
  if (!findProviderTitle(address))
    losses.add(noteConversion('an <iframe> became a link ({})', quoteForReport(address)))
  return [embedElement]
}

/** Converts elements and scripts that load a player; returns null for any other. */
export function convertPlayerPlaceholder(node: Element): Node[] | null {
  const embed = createEmbedFromUrl(findPlayerPage(node), '')
  return embed && [embed]
}

function findPlayerPage(node: Element): string {
  if (node.tagName === 'script') {
    const src = getAttribute(node, 'src')
    return /^(?:https?:)?\/\/(?:gist\.github\.com\/[\w/-]+|asciinema\.org\/a\/\w+)\.js/.test(src)
      ? src.replace(/\.js.*$/s, '')
      : ''
  }
  if (node.tagName === 'object') {
    const isSource = (inner: Element) =>
      inner.tagName === 'param' && /^(?:movie|src|url)$/i.test(getAttribute(inner, 'name'))
    const source = findElement(node, isSource)
    return (source && getAttribute(source, 'value')) || getAttribute(node, 'data')
  }
  const id = getAttribute(node, 'dataVideoid') || getAttribute(node, 'videoid')
  if (!/^(?:lite|amp)-(?:youtube|vimeo)$/.test(node.tagName) || !/^[\w-]+$/.test(id)) return ''
  return node.tagName.endsWith('vimeo')
    ? `https://vimeo.com/${id}`
    : `https://www.youtube.com/watch?v=${id}`
}

const urlOnlyPattern = /^https?:\/\/[^\s<>"]+$/

/** Converts a paragraph that contains only an address; null for any other. */
export function convertBareLink(node: Element): Node[] | null {
  const url = node.children.every((child) => child.type !== 'element') ? getText(node.children) : ''
  if (!urlOnlyPattern.test(url)) return null
  const embedElement = createEmbedFromUrl(url, '')
  return embedElement ? [embedElement] : null
}

/** Converts WordPress's embed block and Ghost's embed card; null for any other figure. */
export function convertEmbedFigure(node: Element, caption: string): Node[] | null {
  if (!hasClass(node, /^(wp-block-embed|kg-embed-card)/)) return null
  const url = getText(node.children.filter((child) => !isElement(child, 'figcaption')))
  const embedElement = urlOnlyPattern.test(url) ? createEmbedFromUrl(url, caption) : null
  return embedElement ? [embedElement] : null
}

/** Converts Ghost's bookmark card; null for any other element. */
export function convertBookmarkCard(node: Element, { losses }: ConversionContext): Node[] | null {
  if (!hasClass(node, /^kg-bookmark-card$/)) return null
  const link = findElement(node, (inner) => inner.tagName === 'a')
  const title = getTextByClass(node, /^kg-bookmark-title$/)
  const embedElement = link && createEmbedFromUrl(getAttribute(link, 'href'), title)
  if (!embedElement) return null
  if (getTextByClass(node, /^kg-bookmark-description$/))
    losses.addCounted('lost', 'a link card', 'link cards', 'lost the description')
  return [embedElement]
}

const quotedPostClass =
  /^(twitter-(tweet|video)|instagram-media|tiktok-embed|bluesky-embed|text-post-media|reddit-embed-bq)/

/**
 * Converts a quoted post of a social network to its text with a link, or to an embed if it has no text; null for any
 * other quote. The embed after a text is only a mark, which `removeRepeatedEmbeds` removes with its repeats.
 */
export function convertQuotedPost(node: Element): Node[] | null {
  if (!hasClass(node, quotedPostClass)) return null
  const link = [...walkElements(node.children)].findLast(({ tagName }) => tagName === 'a')
  const url =
    getAttribute(node, 'cite') ||
    getAttribute(node, 'dataInstgrmPermalink') ||
    (link ? getAttribute(link, 'href') : '')
  const embedElement = createEmbedFromUrl(url, '')
  // Instagram's text belongs to the player; other networks quote the post.
  const words = hasClass(node, /^instagram-media/) ? [] : node.children
  if (!embedElement || !getText(words)) return embedElement && [embedElement]
  const { properties } = embedElement
  const title = createText(getAttribute(embedElement, 'title'))
  const linked = link ? [] : [createElement('p', [createElement('a', [title], { href: url })])]
  const quotation = createElement('blockquote', [...words, ...linked])
  return [quotation, { ...embedElement, properties: { ...properties, quoted: 'true' } }]
}

/** Returns equal keys for all addresses of one post or film. */
function embedKey(address: string): string {
  const { hostname, pathname, search } = new URL(address)
  const host = hostname.replace(/^(?:www|m|mobile)\./, '')
  const status = /\/status\/(\d+)/.exec(pathname)?.[1]
  if (status && /^(?:twitter|x)\.com$/.test(host)) return `x.com/${status}`
  return host + pathname.replace(/\/$/, '') + (pathname === '/watch' ? search : '')
}

/** Removes an embed that follows another for the same page, as when a post was pasted as text and as an address. */
export function removeRepeatedEmbeds(nodes: readonly Node[]): Node[] {
  let last: string | null = null
  const visit = (siblings: readonly Node[]): Node[] =>
    siblings.flatMap((node): Node[] => {
      if (!isElement(node)) {
        if (node.type === 'text' && node.value.trim() !== '') last = null
        return [node]
      }
      if (node.tagName === embedTag) {
        const key = embedKey(getAttribute(node, 'url'))
        const isRepeated = key === last || getAttribute(node, 'quoted') !== ''
        last = key
        return isRepeated ? [] : [node]
      }
      // Other elements without children, such as pictures and lines, separate embeds.
      if (node.children.length === 0 && node.tagName !== 'br') last = null
      return [withChildren(node, visit(node.children))]
    })
  return visit(nodes)
}
