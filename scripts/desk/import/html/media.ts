/** Sounds, films and files that lie with the source: each becomes a link to it. */
import type { Element } from 'hast'
import { linkAddress } from './addresses.ts'
import type { Conversion } from './conversion.ts'
import { howMany } from './losses.ts'
import { attribute, element, elementsIn, find, hasClass, type Node, text, textOf } from './tree.ts'

const kinds = { audio: 'sound', video: 'film', file: 'file' } as const
type Kind = keyof typeof kinds

/** A paragraph with a link to a file, by its title or else its name. */
export function fileLink(
  kind: Kind,
  written: string,
  title: string,
  conversion: Conversion,
): Node[] {
  const { losses } = conversion
  const address = linkAddress(written, conversion.source)
  if (!address) {
    losses.count(
      (count) =>
        `${howMany(count, `a ${kinds[kind]} without an address was`, `${kinds[kind]}s without an address were`)} left out`,
    )
    return title ? [element('p', {}, [text(title)])] : []
  }
  losses.count(
    (count) =>
      `${howMany(count, `a ${kinds[kind]} became a link`, `${kinds[kind]}s became links`)}`,
  )
  return [element('p', {}, [element('a', { href: address }, [text(title || nameOf(address))])])]
}

function nameOf(address: string): string {
  const last =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  try {
    return decodeURIComponent(last) || address
  } catch {
    return last
  }
}

function sourceOf(node: Element): string {
  if (attribute(node, 'src')) return attribute(node, 'src')
  for (const inner of elementsIn(node.children)) {
    if (inner.tagName === 'source' && attribute(inner, 'src')) return attribute(inner, 'src')
  }
  return ''
}

export function player(node: Element, conversion: Conversion, title = ''): Node[] {
  return fileLink(node.tagName === 'video' ? 'video' : 'audio', sourceOf(node), title, conversion)
}

const cards = [
  ['audio', /^kg-audio-card$/],
  ['video', /^kg-video-card$/],
  ['file', /^kg-file-card$/],
] as const

/** Ghost's cards for sounds, films and files, whose controls are no text. Null for what is none. */
export function mediaCard(node: Element, conversion: Conversion): Node[] | null {
  const kind = cards.find(([, pattern]) => hasClass(node, pattern))?.[0]
  if (!kind) return null
  const words = (pattern: RegExp) => {
    const found = find(node, (inner) => hasClass(inner, pattern))
    return found ? textOf(found.children) : ''
  }
  const title = words(new RegExp(`^kg-${kind}(-card)?-title$`))
  const caption = find(node, ({ tagName }) => tagName === 'figcaption')
  const description = words(/^kg-file-card-caption$/) || (caption ? textOf(caption.children) : '')
  const holder = find(node, ({ tagName }) => tagName === (kind === 'file' ? 'a' : kind))
  const written = holder ? attribute(holder, 'href') || sourceOf(holder) : ''
  const after = description ? [element('p', {}, [text(description)])] : []
  return [
    ...fileLink(kind, written, title || words(/^kg-file-card-filename$/), conversion),
    ...after,
  ]
}
