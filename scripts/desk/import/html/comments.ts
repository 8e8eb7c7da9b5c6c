/** Comments in HTML that mean something: where a text is cut, and blocks that only have a name. */
import type { Conversion } from './conversion.ts'
import { moreTag } from './directives.ts'
import { howMany, quoted } from './losses.ts'
import { element, isElement, type Node } from './tree.ts'

/** A block of WordPress that is filled when a page is shown: `<!-- wp:latest-posts {…} /-->`. */
const emptyBlock = /^\s*wp:([a-z0-9/-]+)\s.*\/\s*$/s
/** Blocks that the text itself, or another part of it, stands for. */
const knownBlocks = new Set(['footnotes', 'more', 'spacer', 'separator', 'nextpage'])

export function readComments(nodes: readonly Node[], { losses }: Conversion): Node[] {
  let cut = false
  const read = (node: Node): Node[] => {
    if (isElement(node)) return [{ ...node, children: node.children.flatMap(read) }]
    if (node.type !== 'comment') return [node]
    const words = node.value.trim()
    // WordPress's own, with or without words for the link, and Ghost's end of what everybody reads.
    if (/^more(\s|$)/.test(words) || words === 'members-only') {
      if (cut) {
        losses.say('a second mark “read more” was left out')
        return []
      }
      cut = true
      return [element(moreTag)]
    }
    if (words === 'nextpage') {
      losses.count(
        (count) =>
          `${howMany(count, 'a page break was', 'page breaks were')} left out: the text is one page`,
      )
    }
    const name = emptyBlock.exec(words)?.[1]
    if (name && !knownBlocks.has(name)) {
      losses.count(
        (count) =>
          `${howMany(count, `a block “${quoted(name)}” was`, `blocks “${quoted(name)}” were`)} left out: it has no text of its own`,
      )
    }
    return []
  }
  return nodes.flatMap(read)
}
