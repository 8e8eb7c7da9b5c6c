import type { Element, ElementContent, Properties, Text } from 'hast'
import { toSingleLine } from '../items/single-line.ts'

export type Node = ElementContent

export function createText(value: string): Text {
  return { type: 'text', value }
}

export function createElement(
  tagName: string,
  children: Node[] = [],
  properties: Properties = {},
): Element {
  return { type: 'element', tagName, properties, children }
}

export function createParagraph(text: string): Element {
  return createElement('p', [createText(text)])
}

export function withChildren({ tagName, properties }: Element, children: Node[]): Element {
  return createElement(tagName, children, properties)
}

/** Accepts any element if no names are passed. */
export function isElement<Name extends string>(
  node: { readonly type: string } | undefined,
  ...tagNames: readonly Name[]
): node is Element & { tagName: Name } {
  if (node?.type !== 'element') return false
  return (
    tagNames.length === 0 || (tagNames as readonly string[]).includes((node as Element).tagName)
  )
}

/** Returns '' for a missing attribute. */
export function getAttribute(node: Element, name: string): string {
  const value = node.properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return value === undefined || value === null || value === false ? '' : String(value).trim()
}

export function hasClass(node: Element, pattern: RegExp): boolean {
  const classes = node.properties.className
  return Array.isArray(classes) && classes.some((name) => pattern.test(String(name)))
}

/** Yields every element below, in document order. */
export function* walkElements(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    yield node
    yield* walkElements(node.children)
  }
}

export function findElement(
  node: Element,
  matches: (element: Element) => boolean,
): Element | undefined {
  for (const inner of walkElements(node.children)) if (matches(inner)) return inner
  return undefined
}

/** Returns the text of the first element with a class, or ''. */
export function getTextByClass(node: Element, pattern: RegExp): string {
  return getText(findElement(node, (inner) => hasClass(inner, pattern))?.children ?? [])
}

const invisibleTags = new Set('script style template svg iframe object noscript'.split(' '))

/** Returns the visible text, with its whitespace. */
export function getRawText(nodes: readonly Node[]): string {
  const parts: string[] = []
  const walk = (inner: readonly Node[]) => {
    for (const node of inner) {
      if (node.type === 'text') parts.push(node.value)
      if (node.type !== 'element' || invisibleTags.has(node.tagName)) continue
      if (node.tagName === 'br') parts.push('\n')
      walk(node.children)
    }
  }
  walk(nodes)
  return parts.join('')
}

export function getText(nodes: readonly Node[]): string {
  return toSingleLine(getRawText(nodes))
}

/** Returns true for nodes without text, pictures or media. */
export function isBlank(nodes: readonly Node[]): boolean {
  return nodes.every(
    (node) =>
      node.type === 'comment' ||
      isWhitespace(node) ||
      (isElement(node, 'br', 'p', 'span', 'div', 'a') && isBlank(node.children)),
  )
}

export const isWhitespace = (node: Node) => node.type === 'text' && node.value.trim() === ''

/** Splits nodes at separators: wraps each run between two of them, and keeps the separators. */
export function wrapRuns(
  nodes: readonly Node[],
  isSeparator: (node: Node) => boolean,
  wrap: (run: Node[]) => Node[],
): Node[] {
  const result: Node[] = []
  let run: Node[] = []
  for (const node of nodes) {
    if (!isSeparator(node)) run.push(node)
    else {
      result.push(...wrap(run), node)
      run = []
    }
  }
  return [...result, ...wrap(run)]
}
