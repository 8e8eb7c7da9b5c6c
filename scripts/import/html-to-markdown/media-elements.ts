import type { Element } from 'hast'
import type { ConversionContext } from './conversion-context.ts'
import { audioTag } from './directive-elements.ts'
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
} from './html-tree.ts'
import { readFileName, resolveImageUrl, resolveLink } from './link-addresses.ts'

const mediaNouns = { audio: 'sound', video: 'film', file: 'file' } as const
type MediaKind = keyof typeof mediaNouns

/** Returns a recording or, for any other file, a paragraph with a link, named by its title or its file name. */
export function convertMedia(
  kind: MediaKind,
  url: string,
  title: string,
  { losses, source }: ConversionContext,
): Node[] {
  const noun = mediaNouns[kind]
  const src = kind === 'audio' && resolveImageUrl(url, source)
  if (src) return [createElement(audioTag, [], { src, title: title || readFileName(src) })]
  const address = resolveLink(url, source)
  if (!address) {
    losses.addCounted(
      'lost',
      `a ${noun} without an address was`,
      `${noun}s without an address were`,
      'removed',
    )
    return title ? [createParagraph(title)] : []
  }
  losses.addCounted('converted', `a ${noun} became a link`, `${noun}s became links`)
  const words = createText(title || readFileName(address))
  return [createElement('p', [createElement('a', [words], { href: address })])]
}

function findMediaSource(node: Element): string {
  const readSource = (element: Element | undefined) => (element ? getAttribute(element, 'src') : '')
  return (
    readSource(node) ||
    readSource(findElement(node, (one) => one.tagName === 'source' && readSource(one) !== ''))
  )
}

export function convertPlayer(node: Element, title: string, context: ConversionContext): Node[] {
  const kind = node.tagName === 'video' ? 'video' : 'audio'
  const words = title || getText([createText(getAttribute(node, 'title'))])
  return convertMedia(kind, findMediaSource(node), words, context)
}

const mediaCardClasses = [
  ['audio', /^kg-audio-card$/],
  ['video', /^kg-video-card$/],
  ['file', /^kg-file-card$/],
] as const

/** Converts WordPress's file block without its button; null for any other element. */
function convertFileBlock(node: Element, context: ConversionContext): Node[] | null {
  if (!hasClass(node, /^wp-block-file$/)) return null
  const link = findElement(node, ({ tagName }) => tagName === 'a')
  if (!link) return null
  const title = hasClass(link, /^wp-block-file__button$/) ? '' : getText(link.children)
  return convertMedia('file', getAttribute(link, 'href'), title, context)
}

/** Converts media cards without the text of their controls; null for any other element. */
export function convertMediaCard(node: Element, context: ConversionContext): Node[] | null {
  const fileBlock = convertFileBlock(node, context)
  if (fileBlock) return fileBlock
  const kind = mediaCardClasses.find(([, pattern]) => hasClass(node, pattern))?.[0]
  if (!kind) return null
  const title =
    getTextByClass(node, new RegExp(`^kg-${kind}(-card)?-title$`)) ||
    getTextByClass(node, /^kg-file-card-filename$/)
  const caption = findElement(node, ({ tagName }) => tagName === 'figcaption')
  const description =
    getTextByClass(node, /^kg-file-card-caption$/) || getText(caption?.children ?? [])
  const mediaTag = kind === 'file' ? 'a' : kind
  const media = findElement(node, ({ tagName }) => tagName === mediaTag)
  const url = media ? getAttribute(media, 'href') || findMediaSource(media) : ''
  return [
    ...convertMedia(kind, url, title, context),
    ...(description ? [createParagraph(description)] : []),
  ]
}
