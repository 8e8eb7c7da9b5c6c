/** Links, as far as our Markdown may have them. */
import type { Element } from 'hast'
import { linkAddress } from './addresses.ts'
import type { Around, Conversion, Reduce } from './conversion.ts'
import { figureTag, standsForText } from './directives.ts'
import { howMany, quoted } from './losses.ts'
import { attribute, element, isBlank, isElement, type Node, text, textOf } from './tree.ts'

export function link(node: Element, place: Around, go: Reduce, conversion: Conversion): Node[] {
  const { losses } = conversion
  const href = attribute(node, 'href')
  const plain = () => go(node.children)
  if (href === '' || place.marks.has('a')) return plain()
  if (href.startsWith('#')) {
    if (isBlank(node.children)) return []
    losses.count((count) => `${howMany(count, 'a link', 'links')} within the page became text`)
    return plain()
  }
  const address = linkAddress(href, conversion.source)
  if (!address) {
    losses.count(
      (count) => `${howMany(count, 'a link', 'links')} became text: ${quoted(href.slice(0, 60))}`,
    )
    return plain()
  }
  const children = go(node.children, { marks: new Set([...place.marks, 'a']) })
  if (
    isBlank(children) &&
    !children.some((child) => isElement(child) && standsForText.has(child.tagName))
  ) {
    if (!isBlank(node.children)) losses.say(`a link without words was left out: ${quoted(address)}`)
    return children
  }
  // A picture that leads to itself in full needs no link; the larger one is a reader's to ask for.
  const only = children.filter((child) => !isBlank([child]))
  if (
    only.length === 1 &&
    isElement(only[0], figureTag) &&
    /\.(jpe?g|png|gif|webp|avif)$/i.test(address)
  )
    return children
  const title = textOf([text(attribute(node, 'title'))])
  return [element('a', { href: address, ...(title ? { title } : {}) }, children)]
}
