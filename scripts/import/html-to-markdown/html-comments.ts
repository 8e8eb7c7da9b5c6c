/** Converts the HTML comments that have a meaning: "read more" markers and dynamic blocks. */
import { noteConversion, noteRestricted } from '../items/note.ts'
import type { ConversionContext } from './conversion-context.ts'
import { quoteForReport } from './conversion-losses.ts'
import { moreTag } from './directive-elements.ts'
import { createElement, isElement, type Node } from './html-tree.ts'
import { isRestricting } from './shortcode-syntax.ts'

/** A block that WordPress fills on each page view: `<!-- wp:latest-posts {…} /-->`. */
const dynamicBlock = /^\s*wp:([a-z0-9/-]+)\s.*\/\s*$/s
/** Blocks whose content the export has elsewhere. */
const knownBlocks = new Set(['footnotes', 'more', 'spacer', 'separator', 'nextpage'])

export function convertComments(nodes: readonly Node[], { losses }: ConversionContext): Node[] {
  let hasMoreMarker = false
  const convertNode = (node: Node): Node[] => {
    if (isElement(node)) return [{ ...node, children: node.children.flatMap(convertNode) }]
    if (node.type !== 'comment') return [node]
    const comment = node.value.trim()
    // WordPress's marker, with or without a link text, and the end of Ghost's public preview.
    if (/^more(\s|$)/.test(comment) || comment === 'members-only') {
      if (hasMoreMarker) losses.add(noteConversion('a second “read more” marker was removed'))
      const marker = hasMoreMarker ? [] : [createElement(moreTag)]
      hasMoreMarker = true
      return marker
    }
    if (comment === 'nextpage') {
      losses.addCounted(
        'converted',
        'a page break was',
        'page breaks were',
        'removed: articles have one page here',
      )
    }
    const block = /^wp:([a-z0-9/-]+)/.exec(comment)?.[1] ?? ''
    if (isRestricting(block)) losses.add(noteRestricted(block))
    const name = dynamicBlock.exec(comment)?.[1]
    if (name && !knownBlocks.has(name)) {
      const detail = `“${quoteForReport(name)}”`
      losses.addCounted(
        'lost',
        'a block {} was',
        'blocks {} were',
        'removed: not in the export',
        detail,
      )
    }
    return []
  }
  return nodes.flatMap(convertNode)
}
