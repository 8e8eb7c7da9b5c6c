/**
 * WordPress's shortcodes, which call a function of WordPress or of a plugin where a text is shown.
 * Those that carry content become it; the others are left out by name.
 */
import type { Conversion } from '../html/conversion.ts'
import { howMany } from '../html/losses.ts'
import { element, elementsIn, isElement, type Node, rawTextOf, text } from '../html/tree.ts'
import { called } from './called-shortcodes.ts'
import { type Shortcode, shortcodesIn } from './shortcode-syntax.ts'

const verbatim = new Set(['pre', 'code', 'script', 'style', 'textarea', 'xmp', 'plaintext'])

/** Those that are often written without anything that would tell them from a word in brackets. */
const bare = new Set(
  'gallery playlist toc contents contact-form contact-form-7 searchform sitemap archives subscribe newsletter ads adsense sociable related-posts embed audio video caption'.split(
    ' ',
  ),
)

type Piece = Node | { readonly type: 'shortcode'; readonly shortcode: Shortcode }

export function readShortcodes(nodes: readonly Node[], conversion: Conversion): Node[] {
  const isCalled = callsIn(nodes)
  const read = (siblings: readonly Node[]): Node[] => {
    const pieces = siblings.flatMap((node): Piece[] => {
      if (node.type === 'text') return piecesOf(node.value, isCalled)
      if (!isElement(node) || verbatim.has(node.tagName)) return [node]
      return [element(node.tagName, node.properties, read(node.children))]
    })
    return resolve(pieces, conversion)
  }
  return read(nodes)
}

function piecesOf(value: string, isCalled: (shortcode: Shortcode) => boolean): Piece[] {
  if (!value.includes('[')) return [text(value)]
  return shortcodesIn(value).map((piece) => {
    if (typeof piece === 'string') return text(piece)
    return isCalled(piece) ? { type: 'shortcode', shortcode: piece } : text(piece.written)
  })
}

/** Tells what is a shortcode from words in brackets, such as [sic], which stay. */
function callsIn(nodes: readonly Node[]): (shortcode: Shortcode) => boolean {
  const opened = new Set<string>()
  const closed = new Set<string>()
  const look = (node: Node) => {
    if (node.type !== 'text' || !node.value.includes('[')) return
    for (const piece of shortcodesIn(node.value)) {
      if (typeof piece !== 'string') (piece.closing ? closed : opened).add(piece.name)
    }
  }
  for (const node of nodes) look(node)
  for (const node of elementsIn(nodes)) {
    if (!verbatim.has(node.tagName)) for (const child of node.children) look(child)
  }
  return ({ name, closing, written, attributes }) => {
    if (closing) return opened.has(name)
    const named = Object.keys(attributes).some((key) => !/^\d+$/.test(key))
    const hasAddress = Object.values(attributes).some((value) => /^https?:\/\//.test(value))
    return (
      closed.has(name) ||
      bare.has(name) ||
      /[a-z\d]_[a-z\d]/.test(name) ||
      named ||
      hasAddress ||
      /^\[vimeo \d/.test(written)
    )
  }
}

/** Gives each shortcode what stands between it and its end, and makes of it what it calls. */
function resolve(pieces: readonly Piece[], conversion: Conversion): Node[] {
  if (!pieces.some((piece) => piece.type === 'shortcode')) return pieces as Node[]
  const ends = pairs(pieces)
  const build = (from: number, to: number): Node[] => {
    const made: Node[] = []
    for (let index = from; index < to; index++) {
      const piece = pieces[index]!
      if (piece.type !== 'shortcode') {
        made.push(piece)
        continue
      }
      // An end whose beginning stands in another element: that one has said what was lost.
      if (piece.shortcode.closing) continue
      const end = ends.get(index)
      const content = end === undefined ? [] : build(index + 1, end)
      if (end !== undefined) index = end
      made.push(...call(piece.shortcode, content, conversion))
    }
    return made
  }
  return build(0, pieces.length)
}

/** Markdown has no such depth, and no editor wrote it. */
const deepest = 20

/** For the place of each beginning, the place of its end among its siblings. */
function pairs(pieces: readonly Piece[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { readonly name: string; readonly index: number; depth: number }[] = []
  const waiting = new Map<string, number>()
  for (const [index, piece] of pieces.entries()) {
    if (piece.type !== 'shortcode') continue
    const { name, closing } = piece.shortcode
    if (!closing) {
      open.push({ name, index, depth: 0 })
      waiting.set(name, (waiting.get(name) ?? 0) + 1)
      continue
    }
    if (!waiting.get(name)) continue
    let depth = 0
    for (let top = open.pop(); top; top = open.pop()) {
      waiting.set(top.name, waiting.get(top.name)! - 1)
      depth = Math.max(depth, top.depth)
      if (top.name !== name) continue
      if (depth < deepest) ends.set(top.index, index)
      const outer = open.at(-1)
      if (outer) outer.depth = Math.max(outer.depth, depth + 1)
      break
    }
  }
  return ends
}

function call(shortcode: Shortcode, content: Node[], conversion: Conversion): Node[] {
  const known = called(shortcode, content, conversion)
  if (known) return known
  const { name } = shortcode
  const kept = rawTextOf(content).trim() !== '' || content.some((node) => node.type === 'element')
  conversion.losses.count((count) =>
    kept
      ? `${howMany(count, `a shortcode [${name}] was`, `shortcodes [${name}] were`)} left out, what it held was kept`
      : `${howMany(count, `a shortcode [${name}] was`, `shortcodes [${name}] were`)} left out`,
  )
  return content
}
