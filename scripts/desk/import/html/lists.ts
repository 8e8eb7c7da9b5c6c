/** Quotations and lists, with a bound on how deep they stand in each other. */
import type { Element } from 'hast'
import type { Around, Conversion, Reduce } from './conversion.ts'
import { quotedPosts } from './embeds.ts'
import { isPullquote, pullquoteOf } from './figures.ts'
import { attribute, element, hasClass, isElement, type Node, text } from './tree.ts'

/** Deeper ones are no longer told apart by readers, and markdown-it follows 100 levels in all. */
const deepest = 8

export function quotation(
  node: Element,
  place: Around,
  go: Reduce,
  conversion: Conversion,
): Node[] {
  if (isPullquote(node)) return pullquoteOf(node, go)
  const post = quotedPosts(node)
  if (post)
    return post.flatMap((part) =>
      isElement(part, 'blockquote')
        ? [
            element(
              'blockquote',
              {},
              go(part.children, { quotations: place.quotations + 1, items: false }),
            ),
          ]
        : [part],
    )
  if (place.table) return go(node.children)
  if (place.quotations >= deepest) {
    conversion.losses.say('quotations nested too deeply were brought together')
    return [element('div', {}, go(node.children))]
  }
  const children = node.children.map((child) =>
    isElement(child, 'cite') ? element('p', {}, [text('— '), ...child.children]) : child,
  )
  return [
    element('blockquote', {}, go(children, { quotations: place.quotations + 1, items: false })),
  ]
}

export function list(node: Element, place: Around, go: Reduce, conversion: Conversion): Node[] {
  const { losses } = conversion
  if (place.lists >= deepest) losses.say('lists nested too deeply were brought together')
  const tooDeep = place.lists >= deepest
  const inner = go(node.children, { lists: place.lists + 1, items: !tooDeep })
  if (tooDeep) return [element('div', {}, inner)]
  // A gallery of old: nothing but pictures in its items.
  if (hasClass(node, /gallery/) && inner.length > 0)
    return inner.flatMap((item) => (isElement(item, 'li') ? item.children : [item]))
  if (node.tagName !== 'ol') return [element('ul', {}, inner)]
  if (node.properties.reversed) losses.say('a list that counted backwards counts forwards')
  const written = Number.parseInt(attribute(node, 'start') || '1', 10)
  const start = written >= 0 && written <= 99_999_999 ? written : 1
  if (start !== written) losses.say('a list begins at 1 instead of at its own number')
  return [element('ol', { start }, inner)]
}
