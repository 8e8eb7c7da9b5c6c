/**
 * The text of a page that Medium exports, as plain HTML: without the title, subtitle and cover that the page
 * has elsewhere, with pictures at their full size, and with cards and players as embeds.
 */
import type { Element } from 'hast'
import { createEmbedFromUrl } from '../../html-to-markdown/embed-elements.ts'
import {
  createElement,
  findElement,
  getAttribute,
  getText,
  getTextByClass,
  hasClass,
  isElement,
  type Node,
  walkElements,
} from '../../html-to-markdown/html-tree.ts'
import { replaceElements } from '../../html-to-markdown/replace-elements.ts'
import { toSingleLine } from '../../items/single-line.ts'

/** Parts of a post that the text repeats. */
type MediumHeading = {
  readonly title: string
  readonly subtitle: string
  /** The figure that is imported as the post's own picture. */
  readonly cover: string | null
}

export function findMediumContent(nodes: readonly Node[]): Node[] {
  for (const node of walkElements(nodes)) if (hasClass(node, /^e-content$/)) return node.children
  return []
}

export function prepareMediumHtml(
  nodes: readonly Node[],
  { title, subtitle, cover }: MediumHeading,
): Node[] {
  let isFirstDivider = true
  return replaceElements(findMediumContent(nodes), (node) => {
    if (hasClass(node, /^section-divider$/) && node.tagName === 'div') {
      const isAtStart = isFirstDivider
      isFirstDivider = false
      return isAtStart ? [] : [createElement('hr')]
    }
    const isHeading = /^h[1-4]$/.test(node.tagName)
    if (isHeading && hasClass(node, /^graf--title$/) && isSameText(node, title)) return []
    if (isHeading && hasClass(node, /^graf--subtitle$/) && isSameText(node, subtitle)) return []
    if (node.tagName === 'figure' && cover !== null && getAttribute(node, 'id') === cover) return []
    return convertElement(node)
  })
}

function isSameText(node: Element, text: string): boolean {
  const normalise = (words: string) => words.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
  return normalise(getText(node.children)) === normalise(toSingleLine(text))
}

function convertElement(node: Element): Node[] | null {
  if (node.tagName === 'img') return [enlargeImage(node)]
  if (node.tagName === 'pre') return [markLanguage(node)]
  if (node.tagName === 'iframe') return [unwrapFrame(node)]
  if (hasClass(node, /^graf--pullquote$/)) {
    return [{ ...node, properties: { ...node.properties, className: ['pullquote'] } }]
  }
  return hasClass(node, /^graf--mixtapeEmbed$/) ? convertLinkCard(node) : null
}

/** Pixels. Pages show copies as narrow as 600 pixels; this is Medium's largest width, and nothing is enlarged to it. */
const largestWidth = 2560

export function enlargeMediumImageUrl(src: string): string {
  return src.replace(
    /^(https:\/\/(?:cdn-images-1|miro)\.medium\.com\/)(?:max|fit\/c)\/[\d/]+\//,
    `$1max/${largestWidth}/`,
  )
}

function enlargeImage(node: Element): Element {
  const src = enlargeMediumImageUrl(getAttribute(node, 'src'))
  return { ...node, properties: { ...node.properties, src } }
}

function markLanguage(node: Element): Element {
  const language = getAttribute(node, 'dataCodeBlockLang')
  return /^[a-z0-9+#.-]{1,30}$/i.test(language)
    ? { ...node, properties: { ...node.properties, className: [`language-${language}`] } }
    : node
}

/** Returns the page that Embedly's player names. */
function unwrapFrame(node: Element): Element {
  const url = URL.parse(getAttribute(node, 'src'))
  const page = url?.hostname === 'cdn.embedly.com' ? url.searchParams.get('url') : null
  return page ? { ...node, properties: { ...node.properties, src: page } } : node
}

function convertLinkCard(node: Element): Node[] | null {
  const link = findElement(
    node,
    (inner) => isElement(inner, 'a') && getAttribute(inner, 'href') !== '',
  )
  const title = getTextByClass(node, /^markup--strong$/)
  const embed = link && createEmbedFromUrl(getAttribute(link, 'href'), title)
  return embed ? [embed] : null
}
