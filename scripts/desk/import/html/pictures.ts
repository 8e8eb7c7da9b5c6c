/** Pictures with their captions and credits, and galleries as one figure after another. */
import type { Element } from 'hast'
import type { ImportedPicture } from '../imported.ts'
import { pictureSource } from './addresses.ts'
import type { Conversion } from './conversion.ts'
import { figure } from './directives.ts'
import { howMany } from './losses.ts'
import {
  attribute,
  element,
  elementsIn,
  hasClass,
  isElement,
  type Node,
  text,
  textOf,
} from './tree.ts'

/** Attributes in which a picture's address may stand: what loads late hides it from `src`. */
const addresses = ['dataOrigFile', 'src', 'dataSrc', 'dataLazySrc', 'dataOriginal', 'dataOrigSrc']

/** A picture that only measures who reads: one pixel, or a counter's. */
function isCounter(node: Element): boolean {
  const tiny = (name: string) => /^[01](px)?$/.test(attribute(node, name))
  return tiny('width') && tiny('height')
}

function largestOf(srcset: string): string {
  const candidates = srcset.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/))
  const size = ([, width]: string[]) => Number.parseFloat(width ?? '1') || 1
  return candidates.sort((one, other) => size(other) - size(one))[0]?.[0] ?? ''
}

function sourceOf(node: Element, conversion: Conversion): string | null {
  const written = [
    ...addresses.map((name) => attribute(node, name)),
    largestOf(attribute(node, 'srcSet')),
  ]
  for (const candidate of written) {
    const source = candidate ? pictureSource(candidate, conversion.source) : null
    if (source) return source
  }
  return null
}

/** The picture as the source has it in full, where it knows it by the number in its class. */
function attachmentOf(node: Element, { source }: Conversion) {
  const classes = attribute(node, 'className')
  const id = /\bwp-image-(\d+)\b/.exec(classes)?.[1] ?? attribute(node, 'dataId')
  return id ? source.attachment?.(id) : undefined
}

export type Words = Pick<ImportedPicture, 'caption' | 'credit'>

/** A picture as a figure; nothing, and a line of the report, where it has no address. */
export function picture(node: Element, words: Words, conversion: Conversion): Node[] {
  const { losses } = conversion
  if (isCounter(node)) {
    losses.count(
      (count) => `${howMany(count, 'a counting picture was', 'counting pictures were')} left out`,
    )
    return []
  }
  const attachment = attachmentOf(node, conversion)
  const src = attachment?.src ?? sourceOf(node, conversion)
  if (!src) {
    const pasted = /^data:/i.test(attribute(node, 'src'))
    losses.count((count) =>
      pasted
        ? `${howMany(count, 'a picture pasted into the text was', 'pictures pasted into the text were')} left out`
        : `${howMany(count, 'a picture without an address was', 'pictures without an address were')} left out`,
    )
    // What it said in words is all that is left of it.
    const alt = textOf([text(attribute(node, 'alt'))])
    return alt ? [text(alt)] : []
  }
  const alt = textOf([text(attribute(node, 'alt') || (attachment?.alt ?? ''))])
  return [
    pictured(
      { src, alt, caption: words.caption, credit: words.credit ?? attachment?.credit ?? null },
      conversion,
    ),
  ]
}

/** A figure, counted where it lacks what readers who cannot see it need. */
export function pictured(shown: ImportedPicture, { losses }: Conversion): Element {
  if (!shown.alt) {
    losses.count(
      (count) => `${howMany(count, 'a picture has', 'pictures have')} no alternative text`,
    )
  }
  return figure(shown)
}

/** Words under a picture that say nothing but whose it is. */
export function isCredit(words: string): boolean {
  return (
    words.length < 120 &&
    /^(photo(graph)?s?|images?|pictures?|illustrations?)( credits?)?( by\b|:)/i.test(words)
  )
}

const creditClass = /credit|byline|attribution|photographer|copyright/i

/** The words under a picture: its caption, and whose it is where the source marks that. */
export function captionWords(nodes: readonly Node[], { losses }: Conversion): Words {
  const credits: string[] = []
  const rest = withoutCredits(nodes, credits)
  for (const inner of elementsIn(nodes)) {
    if (inner.tagName === 'a' && attribute(inner, 'href')) {
      losses.count((count) => `${howMany(count, 'a link', 'links')} in captions became text`)
    }
  }
  const words = textOf(rest)
  if (credits.length === 0 && isCredit(words)) return { caption: null, credit: words }
  return { caption: words || null, credit: credits.join(', ') || null }
}

function withoutCredits(nodes: readonly Node[], credits: string[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node]
    if (hasClass(node, creditClass)) {
      const words = textOf(node.children)
      if (words) credits.push(words)
      return []
    }
    return [element(node.tagName, node.properties, withoutCredits(node.children, credits))]
  })
}

/** Several pictures under one caption: one figure after another, and the caption after them. */
export function gallery(
  figures: readonly Element[],
  caption: string | null,
  { losses }: Conversion,
): Node[] {
  const shown = figures.length
  if (shown > 1) losses.say(`a gallery became ${shown} figures`)
  return [...figures, ...(caption ? [element('p', {}, [text(caption)])] : [])]
}
