/** Converts known shortcodes, which call functions of WordPress and plugins, and removes others with a note. */
import { noteRestricted } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { isBareEmbed } from './embed-shortcodes.ts'
import {
  createText,
  getRawText,
  isElement,
  type Node,
  walkElements,
  withChildren,
} from './html-tree.ts'
import { convertShortcode } from './shortcode-handlers.ts'
import { isRestricting, parseShortcodes, type Shortcode } from './shortcode-syntax.ts'

const verbatimTags = new Set(['pre', 'code', 'script', 'style', 'textarea', 'xmp', 'plaintext'])

/** Shortcodes that are often written like a word in brackets, without attributes. */
const bareShortcodes = new Set(
  'gallery playlist toc contents contact-form contact-form-7 searchform sitemap archives subscribe newsletter ads adsense sociable related-posts embed audio video caption'.split(
    ' ',
  ),
)

type TextOrShortcode = Node | { readonly type: 'shortcode'; readonly shortcode: Shortcode }

export function convertShortcodes(nodes: readonly Node[], conversion: ConversionContext): Node[] {
  const isShortcode = createShortcodeTest(nodes)
  const convertNodes = (siblings: readonly Node[]): Node[] => {
    const parts = siblings.flatMap((node): TextOrShortcode[] => {
      if (node.type === 'text') return splitText(node.value, isShortcode)
      if (!isElement(node) || verbatimTags.has(node.tagName)) return [node]
      return [withChildren(node, convertNodes(node.children))]
    })
    return resolveShortcodes(parts, conversion)
  }
  return convertNodes(nodes)
}

function splitText(
  value: string,
  isShortcode: (shortcode: Shortcode) => boolean,
): TextOrShortcode[] {
  if (!value.includes('[')) return [createText(value)]
  return parseShortcodes(value).map((part) => {
    if (typeof part === 'string') return createText(part)
    return isShortcode(part) ? { type: 'shortcode', shortcode: part } : createText(part.source)
  })
}

/** Distinguishes shortcodes from words in brackets, such as [sic]. */
function createShortcodeTest(nodes: readonly Node[]): (shortcode: Shortcode) => boolean {
  const opened = new Set<string>()
  const closed = new Set<string>()
  const collectNames = (node: Node) => {
    if (node.type !== 'text' || !node.value.includes('[')) return
    for (const part of parseShortcodes(node.value)) {
      if (typeof part !== 'string') (part.isClosing ? closed : opened).add(part.name)
    }
  }
  for (const node of nodes) collectNames(node)
  for (const node of walkElements(nodes)) {
    if (!verbatimTags.has(node.tagName)) for (const child of node.children) collectNames(child)
  }
  return ({ name, isClosing, source, attributes }) => {
    if (isClosing) return opened.has(name)
    const hasNamedAttribute = Object.keys(attributes).some((key) => !/^\d+$/.test(key))
    const hasAddress = Object.values(attributes).some((value) => /^https?:\/\//.test(value))
    return (
      closed.has(name) ||
      bareShortcodes.has(name) ||
      /[a-z\d]_[a-z\d]/.test(name) ||
      hasNamedAttribute ||
      hasAddress ||
      isBareEmbed(source)
    )
  }
}

function resolveShortcodes(
  parts: readonly TextOrShortcode[],
  conversion: ConversionContext,
): Node[] {
  if (!parts.some((part) => part.type === 'shortcode')) return parts as Node[]
  const closingIndexes = pairShortcodes(parts)
  const build = (from: number, to: number): Node[] => {
    const nodes: Node[] = []
    for (let index = from; index < to; index++) {
      const part = parts[index]!
      if (part.type !== 'shortcode') {
        nodes.push(part)
        continue
      }
      // The opening tag, in another element, has already added the note.
      if (part.shortcode.isClosing) continue
      const end = closingIndexes.get(index)
      const content = end === undefined ? [] : build(index + 1, end)
      if (end !== undefined) index = end
      nodes.push(...expandShortcode(part.shortcode, content, conversion))
    }
    return nodes
  }
  return build(0, parts.length)
}

/** Levels of shortcodes; only hostile exports have more. */
const maxDepth = 20

/** Returns the indexes of closing tags by the indexes of their opening tags. */
function pairShortcodes(parts: readonly TextOrShortcode[]): Map<number, number> {
  const closingIndexes = new Map<number, number>()
  const open: { readonly name: string; readonly index: number; depth: number }[] = []
  const openCounts = new Map<string, number>()
  for (const [index, part] of parts.entries()) {
    if (part.type !== 'shortcode') continue
    const { name, isClosing } = part.shortcode
    if (!isClosing) {
      open.push({ name, index, depth: 0 })
      openCounts.set(name, (openCounts.get(name) ?? 0) + 1)
      continue
    }
    if (!openCounts.get(name)) continue
    let depth = 0
    for (let top = open.pop(); top; top = open.pop()) {
      openCounts.set(top.name, openCounts.get(top.name)! - 1)
      depth = Math.max(depth, top.depth)
      if (top.name !== name) continue
      if (depth < maxDepth) closingIndexes.set(top.index, index)
      const outer = open.at(-1)
      if (outer) outer.depth = Math.max(outer.depth, depth + 1)
      break
    }
  }
  return closingIndexes
}

function expandShortcode(
  shortcode: Shortcode,
  content: Node[],
  conversion: ConversionContext,
): Node[] {
  const { name } = shortcode
  if (isRestricting(name)) conversion.losses.add(noteRestricted(`[${name}]`))
  const converted = convertShortcode(shortcode, content, conversion)
  if (converted) return converted
  const hasContent =
    getRawText(content).trim() !== '' || content.some((node) => node.type === 'element')
  conversion.losses.addCounted(
    'lost',
    'a shortcode {} was',
    'shortcodes {} were',
    hasContent ? 'removed; the text inside is kept' : 'removed',
    `[${name}]`,
  )
  return content
}
