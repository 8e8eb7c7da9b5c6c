/** The few things that are done with trees of HTML in every part of the conversion. */
import type { Element, ElementContent, Properties, Text } from 'hast'

export type Node = ElementContent

export function text(value: string): Text {
  return { type: 'text', value }
}

export function element(
  tagName: string,
  properties: Properties = {},
  children: Node[] = [],
): Element {
  return { type: 'element', tagName, properties, children }
}

/** Any element, or one of these names. */
export function isElement<Name extends string>(
  node: { readonly type: string } | undefined,
  ...tagNames: readonly Name[]
): node is Element & { tagName: Name } {
  if (node?.type !== 'element') return false
  return (
    tagNames.length === 0 || (tagNames as readonly string[]).includes((node as Element).tagName)
  )
}

/** An attribute as a string without spaces around it; '' where there is none. */
export function attribute(node: Element, name: string): string {
  const value = node.properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return value === undefined || value === null || value === false ? '' : String(value).trim()
}

export function hasClass(node: Element, pattern: RegExp): boolean {
  const classes = node.properties.className
  return Array.isArray(classes) && classes.some((name) => pattern.test(String(name)))
}

/** Every element below, in the order of the text. */
export function* elementsIn(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    yield node
    yield* elementsIn(node.children)
  }
}

export function find(node: Element, matches: (element: Element) => boolean): Element | undefined {
  for (const inner of elementsIn(node.children)) if (matches(inner)) return inner
  return undefined
}

const unseen = new Set(['script', 'style', 'template', 'svg', 'iframe', 'object', 'noscript'])

/** What can be read in these nodes, as it stands in the source. */
export function rawTextOf(nodes: readonly Node[]): string {
  const parts: string[] = []
  const walk = (inner: readonly Node[]) => {
    for (const node of inner) {
      if (node.type === 'text') parts.push(node.value)
      if (node.type !== 'element' || unseen.has(node.tagName)) continue
      if (node.tagName === 'br') parts.push('\n')
      walk(node.children)
    }
  }
  walk(nodes)
  return parts.join('')
}

/** What can be read in these nodes, on one line. */
export function textOf(nodes: readonly Node[]): string {
  return oneLine(rawTextOf(nodes))
}

export function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}

/** True where nothing can be seen: no text, no picture, nothing played. */
export function isBlank(nodes: readonly Node[]): boolean {
  return nodes.every(
    (node) =>
      node.type === 'comment' ||
      (node.type === 'text' && node.value.trim() === '') ||
      (isElement(node, 'br', 'p', 'span', 'div', 'a') && isBlank(node.children)),
  )
}
