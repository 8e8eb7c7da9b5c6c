/**
 * Any HTML, reduced to the few elements that our Markdown has, and our directives. What cannot be
 * carried over is counted among the losses; nothing else of a source comes through.
 */
import type { Element } from 'hast'
import { linkAddress } from './addresses.ts'
import { codeBlock, inlineCode, raised } from './code.ts'
import type { Conversion } from './conversion.ts'
import {
  embedTag,
  figureTag,
  moreTag,
  noteReferenceTag,
  noteTag,
  pullquoteTag,
} from './directives.ts'
import { bareLink, bookmarkCard, frame, quotedPosts } from './embeds.ts'
import { figureElement, isPullquote, pullquoteOf } from './figures.ts'
import { howMany, quoted } from './losses.ts'
import { mediaCard, player } from './media.ts'
import { picture } from './pictures.ts'
import { reduceTable } from './tables.ts'
import {
  attribute,
  element,
  find,
  hasClass,
  isBlank,
  isElement,
  type Node,
  text,
  textOf,
} from './tree.ts'

/** What stands around a node, as far as it changes what becomes of it. */
export type Around = {
  /** Emphasis and links do not nest in Markdown. */
  readonly marks: ReadonlySet<string>
  readonly quotations: number
  readonly lists: number
  /** Directly in a list, where items stand. */
  readonly items: boolean
  readonly table: boolean
  readonly heading: boolean
}

export type Reduce = (nodes: readonly Node[], change?: Partial<Around>) => Node[]

/** Deeper ones are no longer told apart by readers, and markdown-it follows 100 levels in all. */
const deepest = 8

const marks: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  u: 'em',
  mark: 'em',
  s: 'del',
  strike: 'del',
  del: 'del',
}
const codes = new Set(['code', 'kbd', 'samp', 'tt'])
const blocksOfText = new Set(
  'address article aside body center details dialog div dl fieldset figcaption footer header hgroup html legend main nav section'.split(
    ' ',
  ),
)
const leftOut = new Set(
  'applet area base canvas datalist form frame frameset head input link map math meta meter noembed noframes optgroup option param progress script select source style svg template textarea title track'.split(
    ' ',
  ),
)
/** What readers never saw, or what only carries something else. */
const unseen = new Set([
  'area',
  'base',
  'head',
  'link',
  'meta',
  'param',
  'source',
  'title',
  'track',
  'datalist',
])
const ours = new Set([figureTag, embedTag, noteReferenceTag])

const around: Around = {
  marks: new Set(),
  quotations: 0,
  lists: 0,
  items: false,
  table: false,
  heading: false,
}

export function reduceHtml(nodes: readonly Node[], conversion: Conversion): Node[] {
  return reduceAll(nodes, around, conversion)
}

function reduceAll(nodes: readonly Node[], place: Around, conversion: Conversion): Node[] {
  return nodes.flatMap((node) => reduce(node, place, conversion))
}

function reduce(node: Node, place: Around, conversion: Conversion): Node[] {
  if (node.type === 'text') return [text(node.value)]
  if (node.type !== 'element') return []
  const { losses } = conversion
  const { tagName, children } = node
  const go: Reduce = (inner, change) => reduceAll(inner, { ...place, ...change }, conversion)

  if (ours.has(tagName)) return [node]
  if (tagName === moreTag) {
    if (place.quotations + place.lists === 0 && !place.table) return [node]
    losses.say('the mark “read more” stood in a quotation, list or table and was left out')
    return []
  }
  if (tagName === noteTag || tagName === pullquoteTag) {
    return [
      element(
        tagName,
        node.properties,
        go(children, { quotations: place.quotations + 1, items: false }),
      ),
    ]
  }
  const card = mediaCard(node, conversion) ?? bookmarkCard(node, conversion)
  if (card) return card
  const mark = marks[tagName]
  if (mark)
    return place.marks.has(mark)
      ? go(children)
      : [element(mark, {}, go(children, { marks: new Set([...place.marks, mark]) }))]
  if (codes.has(tagName)) return inlineCode(node)
  if (/^h[1-6]$/.test(tagName)) {
    return place.heading || place.table
      ? go(children)
      : [element(tagName, {}, withoutBreaks(go(children, { heading: true })))]
  }
  switch (tagName) {
    case 'a':
      return link(node, place, go, conversion)
    case 'p':
      return (place.table ? null : bareLink(node)) ?? [element('p', {}, go(children))]
    case 'br':
    case 'hr':
      return [element(tagName)]
    case 'wbr':
      return []
    case 'sup':
    case 'sub':
      return raised(node, go(children), conversion)
    case 'q':
      return [text('“'), ...go(children), text('”')]
    case 'rt':
      return [text(' ('), ...go(children), text(')')]
    case 'rp':
      return []
    case 'dt':
      return [
        element('p', {}, [
          element('strong', {}, go(children, { marks: new Set([...place.marks, 'strong']) })),
        ]),
      ]
    case 'summary':
      return [
        element('p', {}, [
          element('strong', {}, go(children, { marks: new Set([...place.marks, 'strong']) })),
        ]),
      ]
    case 'dd':
      return [element('div', {}, go(children))]
    case 'blockquote':
      return quotation(node, place, go, conversion)
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return list(node, place, go, conversion)
    case 'li':
      return [element(place.items ? 'li' : 'div', {}, go(children, { items: false }))]
    case 'pre':
    case 'listing':
    case 'xmp':
    case 'plaintext':
      return codeBlock(node, place.table)
    case 'table':
      return place.table ? nestedTable(children, go, conversion) : reduceTable(node, go, conversion)
    case 'figure':
      return figureElement(node, go, conversion)
    case 'img':
    case 'image':
      return picture(node, { caption: null, credit: null }, conversion)
    case 'iframe':
      return frame(node, conversion)
    case 'audio':
    case 'video':
      return player(node, conversion)
    case 'noscript':
      return withoutLateCopies(children, go)
    case 'button':
      return textOf(children) ? go(children) : []
    case 'embed':
      return frame(node, conversion)
    case 'object': {
      // As films were embedded before frames: the player's address stands in one of several places.
      const inner = find(node, ({ tagName }) => tagName === 'embed' || tagName === 'iframe')
      return inner ? frame(inner, conversion) : leave(node, conversion)
    }
  }
  if (leftOut.has(tagName)) return unseen.has(tagName) ? [] : leave(node, conversion)
  if (isPullquote(node)) return pullquoteOf(node, go)
  return blocksOfText.has(tagName) ? [element('div', {}, go(children))] : go(children)
}

/** Left out with a line of the report; an object may carry something that can be kept. */
function leave(node: Element, { losses }: Conversion): Node[] {
  const { tagName } = node
  // Icons and the parts of players show nothing of their own.
  if (tagName === 'svg' && !holdsWords(node)) return []
  const words =
    tagName === 'form' || tagName === 'math' || tagName === 'object'
      ? quoted(textOf(node.children))
      : ''
  losses.count(
    (count) =>
      `${howMany(count, `a <${tagName}> was`, `<${tagName}> were`)} left out${words ? `: “${words}”` : ''}`,
  )
  return []
}

function holdsWords(node: Element): boolean {
  const words = (inner: Element) =>
    inner.children.some((child) => child.type === 'text' && child.value.trim() !== '')
  return words(node) || find(node, words) !== undefined
}

function link(node: Element, place: Around, go: Reduce, conversion: Conversion): Node[] {
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
  if (isBlank(children) && !children.some((child) => isElement(child) && ours.has(child.tagName))) {
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

function quotation(node: Element, place: Around, go: Reduce, conversion: Conversion): Node[] {
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

function list(node: Element, place: Around, go: Reduce, conversion: Conversion): Node[] {
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

function nestedTable(children: readonly Node[], go: Reduce, { losses }: Conversion): Node[] {
  losses.say('a table within a table became text')
  return [text(' '), ...go(children), text(' ')]
}

function withoutBreaks(nodes: readonly Node[]): Node[] {
  return nodes.map((node) => {
    if (isElement(node, 'br')) return text(' ')
    return isElement(node) && node.tagName !== 'pre'
      ? element(node.tagName, node.properties, withoutBreaks(node.children))
      : node
  })
}

/** What stands for pictures that load late, where scripts do not run: the same pictures again. */
function withoutLateCopies(children: readonly Node[], go: Reduce): Node[] {
  return children.every((child) => isElement(child, 'img') || isBlank([child])) ? [] : go(children)
}
