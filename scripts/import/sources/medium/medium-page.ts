/** Reads a post's and its author's data from a Medium export's HTML pages. */
import type { Element } from 'hast'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import {
  createElement,
  findElement,
  getAttribute,
  getText,
  getTextByClass,
  hasClass,
  type Node,
  walkElements,
} from '../../html-to-markdown/html-tree.ts'
import { parseHtml } from '../../html-to-markdown/parse-html.ts'
import type { ImportedAuthor, ImportedImage } from '../../items/imported-item.ts'
import { enlargeMediumImageUrl, findMediumContent } from './prepare-medium-html.ts'

export type MediumPage = {
  readonly title: string
  readonly subtitle: string
  readonly author: ImportedAuthor | null
  /** Slugs. */
  readonly tags: readonly string[]
  /** The time of publication, with its zone; '' in drafts. */
  readonly publishedAt: string
  readonly canonical: string
  readonly content: readonly Node[]
  readonly cover: MediumCover | null
}

type MediumCover = {
  readonly image: ImportedImage
  /** The figure's id, if the figure precedes the text. */
  readonly figureId: string | null
}

export function parseMediumPage(html: string): Result<MediumPage, string> {
  const parsed = parseHtml(html)
  if (!parsed.ok) return parsed
  const page = createElement('div', parsed.value.root.children as Node[])
  const content = findMediumContent(page.children)
  if (!findByClass(page, /^h-entry$/) && content.length === 0)
    return fail('isn’t a page of a Medium export')
  const authorLink = findByClass(page, /^p-author$/)
  const canonicalLink = findByClass(page, /^p-canonical$/)
  const time = findByClass(page, /^dt-published$/)
  const tagLinks = [...walkElements(page.children)].filter((node) => hasClass(node, /^p-tag$/))
  return succeed({
    title: getTextByClass(page, /^p-name$/),
    subtitle: getTextByClass(page, /^p-summary$/),
    author: authorLink
      ? createMediumAuthor(getAttribute(authorLink, 'href'), getText(authorLink.children))
      : null,
    tags: [...new Set(tagLinks.map(readTagSlug).filter(Boolean))],
    publishedAt: time ? getAttribute(time, 'dateTime') : '',
    canonical: canonicalLink ? getAttribute(canonicalLink, 'href') : '',
    content,
    cover: findCover(content),
  })
}

/** Returns the account that created the export; null for a page without one. */
export function parseMediumProfile(html: string): ImportedAuthor | null {
  const parsed = parseHtml(html)
  if (!parsed.ok) return null
  const profile = createElement('div', parsed.value.root.children as Node[])
  const link = findByClass(profile, /^u-url$/)
  if (!link) return null
  const photo = findByClass(profile, /^u-photo$/)
  const src = photo ? getAttribute(photo, 'src') : ''
  const author = createMediumAuthor(getAttribute(link, 'href'), getTextByClass(profile, /^p-name$/))
  const portrait = /^https:\/\//.test(src) ? { src, alt: null, caption: null, credit: null } : null
  return author && { ...author, portrait }
}

function findByClass(root: Element, pattern: RegExp): Element | undefined {
  return findElement(root, (node) => hasClass(node, pattern))
}

/** Reads the handle from `https://medium.com/@JoeBloggs`, or from a subdomain, `https://joe.medium.com`. */
function createMediumAuthor(href: string, name: string): ImportedAuthor | null {
  const handle =
    /\/@([\w.-]{1,100})/.exec(href)?.[1] ?? /^https:\/\/([\w-]{1,100})\.medium\.com/.exec(href)?.[1]
  const key = (handle ?? name).toLowerCase()
  if (key === '') return null
  return { key, name: name || key, slug: key, bio: null, portrait: null, formerAddresses: [] }
}

function readTagSlug(link: Element): string {
  return (
    /\/tag\/([\w-]{1,100})/.exec(getAttribute(link, 'href'))?.[1]?.toLowerCase() ??
    getText(link.children)
  )
}

/** Finds the picture that was chosen as the cover. */
function findCover(content: readonly Node[]): MediumCover | null {
  let hasTextBefore = false
  for (const node of walkElements(content)) {
    if (/^(p|li|pre|blockquote)$/.test(node.tagName)) hasTextBefore = true
    if (node.tagName !== 'figure') continue
    const img = findElement(node, (inner) => getAttribute(inner, 'dataIsFeatured') === 'true')
    const src = img ? getAttribute(img, 'src') : ''
    if (!img || !/^https?:\/\//.test(src)) continue
    const caption = findElement(node, ({ tagName }) => tagName === 'figcaption')
    return {
      image: {
        src: enlargeMediumImageUrl(src),
        alt: getAttribute(img, 'alt') || null,
        caption: (caption && getText(caption.children)) || null,
        credit: null,
      },
      figureId: hasTextBefore ? null : getAttribute(node, 'id') || null,
    }
  }
  return null
}
