/** Converts footnotes: linked elements further down, notes stored apart (WordPress), or notes in the text (plugins). */

import type { Element, Root } from 'hast'
import { noteConversion } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { quoteForReport } from './conversion-losses.ts'
import { createNote, createNoteReference, noteReferenceTag } from './directive-elements.ts'
import { type ElementIndex, indexElements, type NodeLocation } from './element-index.ts'
import {
  createText,
  findElement,
  getAttribute,
  getText,
  hasClass,
  isBlank,
  isElement,
  type Node,
  withChildren,
} from './html-tree.ts'

const footnoteClass = /footnote|endnote|noteref|^fn|^ftn|^easy-footnote/i
const backlinkClass = /back|return|reverse/i
const noteLabel = /^[[(]?[\divxlc*†‡a-z]{1,4}[\])]?\.?$/i
const backArrow = /^(?:[↩↑⤴⬆^⇑↵\s]|\uFE0E)+$/u
const noteContainerTags = new Set(['li', 'p', 'dd', 'div', 'aside'])
const notesHeading = /^(foot|end)?notes?:?$|^references:?$|^sources:?$/i

/** Replaces the tree's footnotes with our references and definitions. */
export function extractFootnotes(
  root: Root,
  context: ConversionContext,
  parseNote: (html: string) => Node[],
): void {
  const { source, losses } = context
  const index = indexElements(root)
  const numbers = new Map<Element | string, number>()
  const notes: Element[] = []
  /** Replaces an element with a reference to a note, which is created at the first reference. */
  const refer = (node: Element, key: Element | string, createContent: () => Node[]) => {
    const number = numbers.get(key) ?? numbers.size + 1
    if (!numbers.has(key)) {
      numbers.set(key, number)
      notes.push(createNote(number, createContent()))
    }
    const siblings = index.locations.get(node)!.parent.children
    const at = siblings.indexOf(node)
    if (at >= 0) siblings[at] = createNoteReference(number)
  }
  const extracted = new Set<Element>()
  const isInExtracted = (node: Element | Root): boolean =>
    extracted.size > 0 &&
    node.type === 'element' &&
    (extracted.has(node) || isInExtracted(index.locations.get(node)?.parent ?? root))

  for (const [node, { parent }] of index.locations) {
    if (isInExtracted(node)) continue
    const id = getAttribute(node, 'dataFn')
    if (node.tagName === noteReferenceTag) refer(node, node, () => node.children)
    else if (node.tagName === 'sup' && id) {
      const html = source.footnotes?.get(id)
      if (html === undefined) {
        losses.addCounted('lost', 'a footnote has', 'footnotes have', 'no text in the export')
      } else {
        refer(node, id, () => parseNote(html))
        extracted.add(node)
      }
    } else {
      const definition = findDefinition(node, index)
      if (!definition) continue
      const label = getText(node.children)
      const isWholeSuperscript = isElement(parent, 'sup') && getText(parent.children) === label
      const isKnown = numbers.has(definition)
      refer(isWholeSuperscript ? parent : node, definition, () =>
        extractNoteContent(definition, label, index),
      )
      if (!isKnown) extracted.add(definition)
    }
  }
  for (const definition of extracted) removeNode(definition, index, context)
  for (const id of source.footnotes?.keys() ?? []) {
    if (numbers.has(id)) continue
    losses.addCounted(
      'lost',
      'a footnote without a reference in the text was',
      'footnotes without a reference in the text were',
      'removed',
    )
  }
  root.children.push(...notes)
}

function findDefinition(link: Element, index: ElementIndex): Element | undefined {
  const target = index.findTarget(link)
  if (!target || isBacklink(link) || !noteLabel.test(getText(link.children))) return undefined
  let container: Element | Root = target
  while (container.type === 'element' && !noteContainerTags.has(container.tagName)) {
    const location: NodeLocation | undefined = index.locations.get(container)
    if (!location || /^h[1-6]$/.test(container.tagName)) return undefined
    container = location.parent
  }
  if (container.type !== 'element' || isBlank(container.children)) return undefined
  const { order, parent } = index.locations.get(link)!
  if (index.locations.get(container)!.order < order) return undefined
  const isMarkedAsNote =
    isElement(parent, 'sup') ||
    findElement(link, (inner) => inner.tagName === 'sup') !== undefined ||
    [link, parent].some((node) => isElement(node) && hasClass(node, footnoteClass)) ||
    /footnote|doc-noteref/.test(`${getAttribute(link, 'rel')} ${getAttribute(link, 'role')}`)
  return isMarkedAsNote || index.findEarliestTarget(container) <= order + 1 ? container : undefined
}

function isBacklink(link: Element): boolean {
  return (
    hasClass(link, backlinkClass) ||
    getAttribute(link, 'rev') === 'footnote' ||
    backArrow.test(getText(link.children))
  )
}

/** Returns a note's content without its backlinks and number. */
function extractNoteContent(definition: Element, label: string, index: ElementIndex): Node[] {
  const { order } = index.locations.get(definition)!
  const withoutBacklinks = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return [node]
      const target = index.findTarget(node)
      const isBackReference = target && (index.locations.get(target)?.order ?? order) < order
      if (node.tagName === 'a' && (isBackReference || isBacklink(node))) return []
      const children = withoutBacklinks(node.children)
      const isEmptied = isBlank(children) && !isBlank(node.children)
      return isEmptied && node.tagName !== 'p' ? [] : [withChildren(node, children)]
    })
  const content = withoutBacklinks(definition.children)
  return definition.tagName === 'li'
    ? content
    : stripNoteNumber(content, label.replace(/[^\p{L}\p{N}*†‡]/gu, ''))
}

function stripNoteNumber(nodes: Node[], number: string): Node[] {
  const index = nodes.findIndex((node) => !isBlank([node]))
  const first = nodes[index]
  if (!first || number === '') return nodes
  const numberPrefix = new RegExp(
    `^\\s*[[(]?${number.replace(/[*†‡]/g, '\\$&')}[\\])]?[.:)]?(?=\\s|$)\\s*`,
  )
  const rest = nodes.slice(index + 1)
  if (first.type === 'text') {
    const text = first.value.replace(numberPrefix, '')
    return text === first.value ? nodes : [createText(text), ...rest]
  }
  if (!isElement(first)) return nodes
  if (isElement(first, 'sup', 'span', 'strong', 'b')) {
    const words = getText(first.children)
    return numberPrefix.test(words) && words.length <= number.length + 3 ? rest : nodes
  }
  return [withChildren(first, stripNoteNumber(first.children, number)), ...rest]
}

/** Removes a note, and also its list, rule and heading if nothing else is left of them. */
function removeNode(node: Element, index: ElementIndex, context: ConversionContext): void {
  const parent = index.locations.get(node)?.parent
  const at = parent?.children.indexOf(node) ?? -1
  if (!parent || at < 0) return
  parent.children.splice(at, 1)
  const siblings = parent.children as Node[]
  const previous = siblings.slice(0, at).findLast((sibling) => !isBlank([sibling]))
  if (isElement(previous) && isBlank(siblings.slice(at))) {
    const words = getText(previous.children)
    const isTitle = /^h[1-6]$|^p$/.test(previous.tagName) && notesHeading.test(words)
    if (isTitle)
      context.losses.add(
        noteConversion('the heading “{}” above the notes was removed', quoteForReport(words)),
      )
    if (isTitle || previous.tagName === 'hr') removeNode(previous, index, context)
  }
  const unwrapped = siblings.flatMap((sibling) =>
    isElement(sibling, 'ol', 'ul', 'section') ? sibling.children : [sibling],
  )
  if (parent.type === 'element' && isBlank(unwrapped)) removeNode(parent, index, context)
}
