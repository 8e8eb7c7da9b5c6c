/**
 * Any HTML, reduced to the few elements that our Markdown has, and our directives. What cannot be
 * carried over is counted among the losses; nothing else of a source comes through.
 */
import type { Element } from 'hast'
import { codeBlock, inlineCode, raised } from './code.ts'
import type { Around, Conversion, Reduce } from './conversion.ts'
import { langTag, languageOf, moreTag, noteTag, pullquoteTag, standsForText } from './directives.ts'
import { bareLink, bookmarkCard, frame } from './embeds.ts'
import { figureElement, isPullquote, pullquoteOf } from './figures.ts'
import { link } from './links.ts'
import { list, quotation } from './lists.ts'
import { howMany, quoted } from './losses.ts'
import { mediaCard, player } from './media.ts'
import { picture } from './pictures.ts'
import { reduceTable } from './tables.ts'
import { attribute, element, find, isBlank, isElement, type Node, text, textOf } from './tree.ts'

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

  if (standsForText.has(tagName)) return [node]
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
  const lang = languageOf(node)
  if (lang) {
    const words = element(langTag, { lang }, children)
    // Emphasis stays around its words.
    return reduce(element(tagName, { style: node.properties.style }, [words]), place, conversion)
  }
  if (tagName === langTag) return [element(langTag, node.properties, go(children))]
  const card = mediaCard(node, conversion) ?? bookmarkCard(node, conversion)
  if (card) return card
  const mark = markOf(node)
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

/** Emphasis by element, and by style as word processors paste it: theirs may be a `<b>` that is none. */
function markOf(node: Element): string | undefined {
  const style = attribute(node, 'style')
  if (node.tagName === 'b' && /font-weight:\s*(normal|400)/.test(style)) return undefined
  if (node.tagName === 'span' && /font-weight:\s*(bold|[6-9]00)/.test(style)) return 'strong'
  if (node.tagName === 'span' && /font-style:\s*italic/.test(style)) return 'em'
  return Object.hasOwn(marks, node.tagName) ? marks[node.tagName] : undefined
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
