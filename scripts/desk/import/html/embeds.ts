/** What is played or shown from elsewhere becomes a link with a title: `::embed`. */
import type { Element } from 'hast'
import { secureAddress } from './addresses.ts'
import type { Conversion } from './conversion.ts'
import { embed } from './directives.ts'
import { howMany, quoted } from './losses.ts'
import { attribute, element, find, hasClass, type Node, text, textOf } from './tree.ts'

/** Hosts whose players stand in articles, with what is to be found there. */
const providers: readonly (readonly [RegExp, string])[] = [
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
  [/(^|\.)soundcloud\.com$/, 'Sound on SoundCloud'],
  [/(^|\.)spotify\.com$/, 'Sound on Spotify'],
  [/(^|\.)(podcasts\.apple\.com|embed\.music\.apple\.com|music\.apple\.com)$/, 'Sound on Apple'],
  [/(^|\.)mixcloud\.com$/, 'Sound on Mixcloud'],
  [/(^|\.)bandcamp\.com$/, 'Sound on Bandcamp'],
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

const mapAddress = /^https:\/\/(www\.)?(google\.[a-z.]+\/maps|openstreetmap\.org|maps\.google\.)/

/** What is to be found at an address, or null where its host is not known for players. */
function providerTitle(address: string): string | null {
  if (mapAddress.test(address)) return 'Map'
  const host = new URL(address).hostname
  return providers.find(([pattern]) => pattern.test(host))?.[1] ?? null
}

/** The page that a player belongs to, where its own address shows nothing but the player. */
function pageOf(address: string): string {
  const { hostname, pathname } = new URL(address)
  const id = /^\/(?:embed|v|shorts)\/([\w-]{6,})/.exec(pathname)?.[1]
  if (/(^|\.)youtube(-nocookie)?\.com$/.test(hostname) && id && id !== 'videoseries') {
    return `https://www.youtube.com/watch?v=${id}`
  }
  const video = /^\/video\/(\d+)/.exec(pathname)?.[1]
  if (hostname === 'player.vimeo.com' && video) return `https://vimeo.com/${video}`
  if (hostname === 'open.spotify.com') return address.replace('/embed/', '/')
  return address
}

/** An embed of an address in the text, or null where the address cannot be one. */
export function embedOf(written: string, title: string): Element | null {
  const address = secureAddress(written)
  if (!address) return null
  return embed(pageOf(address), title || (providerTitle(address) ?? bareAddress(address)))
}

function bareAddress(address: string): string {
  const { hostname, pathname } = new URL(address)
  return pathname === '/' ? hostname : `${hostname}${pathname}`
}

/** A frame of a known host is kept as what it shows; of an unknown one as a link, and reported. */
export function frame(node: Element, { losses }: Conversion): Node[] {
  const written =
    attribute(node, 'src') || attribute(node, 'dataSrc') || attribute(node, 'dataLazySrc')
  const made = embedOf(written, textOf([text(attribute(node, 'title'))]))
  if (!made) {
    losses.say(`an <iframe> was left out (${quoted(written) || 'it had no address'})`)
    return []
  }
  const address = attribute(made, 'url')
  if (!providerTitle(address)) losses.say(`an <iframe> became a link (${quoted(address)})`)
  return [made]
}

const urlOnly = /^https?:\/\/[^\s<>"]+$/

/** A paragraph that is one bare address and nothing else. */
export function bareLink(node: Element): Node[] | null {
  const written = node.children.every((child) => child.type !== 'element')
    ? textOf(node.children)
    : ''
  if (!urlOnly.test(written)) return null
  const made = embedOf(written, '')
  return made ? [made] : null
}

/** A figure around something embedded: WordPress's embed block, Ghost's embed card. Null for none. */
export function embedFigure(node: Element, caption: string): Node[] | null {
  if (!hasClass(node, /^(wp-block-embed|kg-embed-card)/)) return null
  const written = textOf(node.children.filter((child) => !isCaption(child)))
  const made = urlOnly.test(written) ? embedOf(written, caption) : null
  return made ? [made] : null
}

const isCaption = (node: Node) => node.type === 'element' && node.tagName === 'figcaption'

/** Ghost's card for a link, with a title of its own. Null for what is none. */
export function bookmarkCard(node: Element, { losses }: Conversion): Node[] | null {
  if (!hasClass(node, /^kg-bookmark-card$/)) return null
  const link = find(node, (inner) => inner.tagName === 'a')
  const part = (pattern: RegExp) => {
    const found = find(node, (inner) => hasClass(inner, pattern))
    return found ? textOf(found.children) : ''
  }
  const title = part(/^kg-bookmark-title$/)
  const made = link && embedOf(attribute(link, 'href'), title)
  if (!made) return null
  if (part(/^kg-bookmark-description$/)) {
    losses.count(
      (count) => `${howMany(count, 'a link’s card', 'cards of links')} lost the description`,
    )
  }
  return [made]
}

const quotedPost =
  /^(twitter-(tweet|video)|instagram-media|tiktok-embed|bluesky-embed|text-post-media|reddit-embed-bq)/

/** A post of another network, quoted with its text: the text is kept, and a link to the post. */
export function quotedPosts(node: Element): Node[] | null {
  if (!hasClass(node, quotedPost)) return null
  const links = [...linksIn(node)]
  const written =
    attribute(node, 'cite') || attribute(node, 'dataInstgrmPermalink') || (links.at(-1) ?? '')
  const made = embedOf(written, '')
  // Instagram's own text is its player's; what others quote is what was said.
  const words = hasClass(node, /^instagram-media/) ? [] : node.children
  const quotation = textOf(words) ? [element('blockquote', {}, words)] : []
  return made ? [...quotation, made] : null
}

function* linksIn(node: Element): Generator<string> {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    if (child.tagName === 'a') yield attribute(child, 'href')
    yield* linksIn(child)
  }
}
