/** Where every element of a text stands, and what the links within it lead to. */
import type { Element, Root } from 'hast'
import { attribute, elementsIn } from './tree.ts'

export type Place = { readonly parent: Element | Root; readonly order: number }
export type Outline = {
  readonly places: Map<Element, Place>
  readonly targets: Map<string, Element>
  /** The earliest place to which a link in an element leads; remembered, since many may ask. */
  readonly earliest: Map<Element, number>
}

export function mapOf(root: Root): Outline {
  const places = new Map<Element, Place>()
  const targets = new Map<string, Element>()
  let order = 0
  const walk = (parent: Element | Root) => {
    for (const node of parent.children) {
      if (node.type !== 'element') continue
      places.set(node, { parent, order: order++ })
      for (const name of [attribute(node, 'id'), attribute(node, 'name')]) {
        if (name && !targets.has(name)) targets.set(name, node)
      }
      walk(node)
    }
  }
  walk(root)
  return { places, targets, earliest: new Map() }
}

/** The element of the same text to which a link leads. */
export function targetOf(link: Element, { targets }: Outline): Element | undefined {
  const href = attribute(link, 'href')
  const hash = href.indexOf('#')
  // Some write the page's own address before it.
  if (hash < 0 || link.tagName !== 'a') return undefined
  const name = href.slice(hash + 1)
  return targets.get(name) ?? targets.get(decoded(name))
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The earliest place to which a link in this element leads. */
export function earliestFrom(holder: Element, map: Outline): number {
  const known = map.earliest.get(holder)
  if (known !== undefined) return known
  let earliest = Number.POSITIVE_INFINITY
  for (const inner of elementsIn(holder.children)) {
    const origin = targetOf(inner, map)
    if (origin) earliest = Math.min(earliest, map.places.get(origin)?.order ?? earliest)
  }
  map.earliest.set(holder, earliest)
  return earliest
}

export function isWithin(node: Element, taken: ReadonlySet<Element>, { places }: Outline): boolean {
  if (taken.size === 0) return false
  for (
    let above: Element | Root | undefined = node;
    above?.type === 'element';
    above = places.get(above)?.parent
  ) {
    if (taken.has(above)) return true
  }
  return false
}
