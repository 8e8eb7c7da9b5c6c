/**
 * Footnotes, in the ways in which systems and plugins write them: a raised link to an element
 * further down, WordPress's own with their text kept apart, and notes in the middle of the text.
 * All become a call with a number, and a note at the end.
 */
import type { Element, Root } from 'hast'
import type { Conversion } from './conversion.ts'
import { note, noteReference, noteReferenceTag } from './directives.ts'
import { howMany, quoted } from './losses.ts'
import { earliestFrom, isWithin, mapOf, type Outline, type Place, targetOf } from './outline.ts'
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

const noteLike = /footnote|endnote|noteref|^fn|^ftn|^easy-footnote/i
const back = /back|return|reverse/i
const label = /^[[(]?[\divxlc*†‡a-z]{1,4}[\])]?\.?$/i
const arrow = /^(?:[↩↑⤴⬆^⇑↵\s]|\uFE0E)+$/u
const holders = new Set(['li', 'p', 'dd', 'div', 'aside'])
const heading = /^(foot|end)?notes?:?$|^references:?$|^sources:?$/i

/** Takes the notes out of a text, and puts them at its end. Changes the tree. */
export function takeFootnotes(
  root: Root,
  conversion: Conversion,
  read: (html: string) => Node[],
): void {
  const map = mapOf(root)
  const numbers = new Map<Element | string, number>()
  const notes: Element[] = []
  const numberFor = (key: Element | string, content: () => Node[]) => {
    const known = numbers.get(key)
    if (known) return known
    const number = numbers.size + 1
    numbers.set(key, number)
    notes.push(note(number, content()))
    return number
  }
  const taken = new Set<Element>()

  for (const [node, place] of map.places) {
    if (isWithin(node, taken, map)) continue
    if (node.tagName === noteReferenceTag) {
      replace(node, noteReference(numberFor(node, () => node.children)), place)
      continue
    }
    const id = attribute(node, 'dataFn')
    if (node.tagName === 'sup' && id) {
      const html = conversion.source.footnotes?.get(id)
      if (html !== undefined) {
        replace(node, noteReference(numberFor(id, () => read(html))), place)
        taken.add(node)
      } else {
        conversion.losses.count(
          (count) => `${howMany(count, 'a footnote has', 'footnotes have')} no text in the export`,
        )
      }
      continue
    }
    const definition = definitionOf(node, place, map)
    if (!definition) continue
    const known = numbers.get(definition)
    const number =
      known ?? numberFor(definition, () => contentOf(definition, textOf(node.children), map))
    // The raised number around a link goes with it.
    const around = place.parent
    const whole =
      isElement(around, 'sup') && textOf((around as Element).children) === textOf(node.children)
    const called = whole ? (around as Element) : node
    replace(called, noteReference(number), map.places.get(called)!)
    if (!known) taken.add(definition)
  }
  for (const definition of taken) remove(definition, map, conversion)
  sayUnused(conversion, numbers)
  root.children.push(...notes)
}

/** The note that a link calls, or nothing where it is another kind of link. */
function definitionOf(link: Element, place: Place, map: Outline): Element | undefined {
  const target = targetOf(link, map)
  if (!target || isBack(link)) return undefined
  const words = textOf(link.children)
  if (!label.test(words)) return undefined
  let holder: Element | Root = target
  while (holder.type === 'element' && !holders.has(holder.tagName)) {
    const above: Place | undefined = map.places.get(holder)
    if (!above || /^h[1-6]$/.test(holder.tagName)) return undefined
    holder = above.parent
  }
  if (holder.type !== 'element' || map.places.get(holder)!.order < place.order) return undefined
  const marked =
    isElement(place.parent, 'sup') ||
    find(link, (inner) => inner.tagName === 'sup') !== undefined ||
    [link, place.parent].some((node) => node.type === 'element' && hasClass(node, noteLike)) ||
    /footnote|doc-noteref/.test(`${attribute(link, 'rel')} ${attribute(link, 'role')}`)
  const answered = marked || earliestFrom(holder, map) <= place.order + 1
  return answered && !isBlank(holder.children) ? holder : undefined
}

function isBack(link: Element): boolean {
  const words = textOf(link.children)
  return (
    hasClass(link, back) ||
    attribute(link, 'rev') === 'footnote' ||
    (words !== '' && arrow.test(words))
  )
}

/** The words of a note, without the way back and without its own number. */
function contentOf(definition: Element, called: string, map: Outline): Node[] {
  const order = map.places.get(definition)!.order
  const bare = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return [node]
      const origin = targetOf(node, map)
      const leadsBack = origin && (map.places.get(origin)?.order ?? order) < order
      if (node.tagName === 'a' && (leadsBack || isBack(node))) return []
      const children = bare(node.children)
      const onlyHeldTheWayBack =
        node.children.length > 0 && isBlank(children) && !isBlank(node.children)
      return onlyHeldTheWayBack && node.tagName !== 'p'
        ? []
        : [element(node.tagName, node.properties, children)]
    })
  const content = bare(definition.children)
  return definition.tagName === 'li'
    ? content
    : withoutNumber(content, called.replace(/[^\p{L}\p{N}*†‡]/gu, ''))
}

/** Without the number with which a note begins where no list counts it. */
function withoutNumber(nodes: Node[], number: string): Node[] {
  const index = nodes.findIndex((node) => !isBlank([node]))
  const first = nodes[index]
  if (!first || number === '') return nodes
  const begins = new RegExp(
    `^\\s*[[(]?${number.replace(/[*†‡]/g, '\\$&')}[\\])]?[.:)]?(?=\\s|$)\\s*`,
  )
  const rest = nodes.slice(index + 1)
  if (first.type === 'text')
    return begins.test(first.value) ? [text(first.value.replace(begins, '')), ...rest] : nodes
  if (!isElement(first)) return nodes
  if (isElement(first, 'sup', 'span', 'strong', 'b')) {
    return begins.test(textOf(first.children)) && textOf(first.children).length <= number.length + 3
      ? rest
      : nodes
  }
  return [element(first.tagName, first.properties, withoutNumber(first.children, number)), ...rest]
}

function replace(node: Element, by: Element, { parent }: Place): void {
  const index = parent.children.indexOf(node)
  if (index >= 0) parent.children[index] = by
}

/** Takes a note out of its list, and the list, its line and its heading where nothing is left. */
function remove(node: Element, map: Outline, conversion: Conversion): void {
  const place = map.places.get(node)
  const index = place ? place.parent.children.indexOf(node) : -1
  if (!place || index < 0) return
  const { parent } = place
  parent.children.splice(index, 1)
  let before = index - 1
  while (before >= 0 && isBlank([parent.children[before] as Node])) before--
  const previous = parent.children[before]
  const following = parent.children.slice(index) as Node[]
  if (previous?.type === 'element' && isBlank(following)) {
    const title = /^h[1-6]$|^p$/.test(previous.tagName) && heading.test(textOf(previous.children))
    if (title)
      conversion.losses.say(
        `the heading “${quoted(textOf(previous.children))}” above the notes was left out`,
      )
    if (title || previous.tagName === 'hr') remove(previous, map, conversion)
  }
  if (parent.type === 'element' && isBlank(listed(parent))) remove(parent, map, conversion)
}

function listed(parent: Element): Node[] {
  return parent.children.flatMap((node) =>
    isElement(node, 'ol', 'ul', 'section') ? node.children : [node],
  )
}

function sayUnused(
  { source, losses }: Conversion,
  numbers: ReadonlyMap<Element | string, number>,
): void {
  for (const id of source.footnotes?.keys() ?? []) {
    if (!numbers.has(id)) {
      losses.count(
        (count) =>
          `${howMany(count, 'a footnote that the text does not call was', 'footnotes that the text does not call were')} left out`,
      )
    }
  }
}
