import type { Element } from 'hast'
import type { ImportedImage } from '../items/imported-item.ts'
import { noteConversion } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { createFigure } from './directive-elements.ts'
import {
  createElement,
  createParagraph,
  createText,
  getAttribute,
  getText,
  hasClass,
  isElement,
  type Node,
  walkElements,
  withChildren,
} from './html-tree.ts'
import { resolveImageUrl } from './link-addresses.ts'

/** Attributes with a picture's address, in order of preference; lazy loading uses most of them. */
const sourceAttributes = 'dataOrigFile src dataSrc dataLazySrc dataOriginal dataOrigSrc'.split(' ')

function isTrackingPixel(node: Element): boolean {
  const isTiny = (name: string) => /^[01](px)?$/.test(getAttribute(node, name))
  return isTiny('width') && isTiny('height')
}

function largestCandidate(srcset: string): string {
  const candidates = srcset.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/))
  const size = ([, width]: string[]) => Number.parseFloat(width ?? '1') || 1
  return candidates.sort((one, other) => size(other) - size(one))[0]?.[0] ?? ''
}

function findImageSource(node: Element, { source }: ConversionContext): string | null {
  const candidates = sourceAttributes.map((name) => getAttribute(node, name))
  for (const candidate of [...candidates, largestCandidate(getAttribute(node, 'srcSet'))]) {
    const url = candidate ? resolveImageUrl(candidate, source) : null
    if (url) return url
  }
  return null
}

/** Finds the full-size picture by the id in its copy's class. */
function findAttachedImage(node: Element, { source }: ConversionContext) {
  const classes = getAttribute(node, 'className')
  const id = /\bwp-image-(\d+)\b/.exec(classes)?.[1] ?? getAttribute(node, 'dataId')
  return id ? source.findAttachment?.(id) : undefined
}

/** Returns the background picture of a cover or header block as an `<img>`, unless the block shows it too. */
export function findBackgroundImage(node: Element, { source }: ConversionContext): Element | null {
  const declaration = getAttribute(node, 'style')
    .split(';')
    .find((each) => /^\s*background(?:-image)?\s*:/i.test(each))
  const address = /url\(\s*["']?([^"')\s]+)/i.exec(declaration ?? '')?.[1]
  const src = address && resolveImageUrl(address, source)
  if (!src || node.tagName === 'img') return null
  const isShown = [...walkElements(node.children)].some(
    (inner) =>
      inner.tagName === 'img' && resolveImageUrl(getAttribute(inner, 'src'), source) === src,
  )
  const alt = getAttribute(node, 'ariaLabel')
  return isShown
    ? null
    : createElement('img', [], { src, alt, className: node.properties.className })
}

export type CaptionText = Pick<ImportedImage, 'caption' | 'credit'>

export const noCaption: CaptionText = { caption: null, credit: null }

/** Returns a figure, or the alternative text of a picture without an address. */
export function convertImage(
  node: Element,
  { caption, credit }: CaptionText,
  context: ConversionContext,
): Node[] {
  const { losses } = context
  if (isTrackingPixel(node)) {
    losses.addCounted('converted', 'a tracking pixel was', 'tracking pixels were', 'removed')
    return []
  }
  const readAlt = (fallback = '') => getText([createText(getAttribute(node, 'alt') || fallback)])
  const attachment = findAttachedImage(node, context)
  const src = attachment?.src ?? findImageSource(node, context)
  if (!src) {
    const isInlineData = /^data:/i.test(getAttribute(node, 'src'))
    const reason = isInlineData ? 'pasted into the text' : 'without an address'
    losses.addCounted('lost', `a picture ${reason} was`, `pictures ${reason} were`, 'removed')
    return readAlt() ? [createText(readAlt())] : []
  }
  const alt = readAlt(attachment?.alt ?? '')
  const image = { src, alt, caption, credit: credit ?? attachment?.credit ?? null }
  return [createFigure(image)]
}

export function isCredit(captionText: string): boolean {
  return (
    captionText.length < 120 &&
    /^(photo(graph)?s?|images?|pictures?|illustrations?)( credits?)?( by\b|:)/i.test(captionText)
  )
}

const creditClass = /credit|byline|attribution|photographer|copyright/i

export function readCaption(nodes: readonly Node[], { losses }: ConversionContext): CaptionText {
  const credits: string[] = []
  const rest = extractCredits(nodes, credits)
  for (const inner of walkElements(nodes)) {
    if (inner.tagName === 'a' && getAttribute(inner, 'href'))
      losses.addCounted('lost', 'a link', 'links', 'in captions became text')
  }
  const captionText = getText(rest)
  if (credits.length === 0 && isCredit(captionText)) return { caption: null, credit: captionText }
  return { caption: captionText || null, credit: credits.join(', ') || null }
}

function extractCredits(nodes: readonly Node[], credits: string[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node]
    if (hasClass(node, creditClass)) {
      const captionText = getText(node.children)
      if (captionText) credits.push(captionText)
      return []
    }
    return [withChildren(node, extractCredits(node.children, credits))]
  })
}

/** Converts several pictures to figures, with their common caption below. */
export function convertGallery(
  figures: readonly Element[],
  caption: string,
  { losses }: ConversionContext,
): Node[] {
  if (figures.length > 1)
    losses.add(noteConversion('a gallery became {} figures', `${figures.length}`))
  return [...figures, ...(caption ? [createParagraph(caption)] : [])]
}
