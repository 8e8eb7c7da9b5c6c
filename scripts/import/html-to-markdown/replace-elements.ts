/** Replaces elements of a tree, from the outside in. */
import type { Element } from 'hast'
import { isElement, type Node, withChildren } from './html-tree.ts'

/** `replace` returns null for an element that stays; its children are then processed in turn. */
export function replaceElements(
  nodes: readonly Node[],
  replace: (element: Element) => Node[] | null,
): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node]
    return replace(node) ?? [withChildren(node, replaceElements(node.children, replace))]
  })
}
