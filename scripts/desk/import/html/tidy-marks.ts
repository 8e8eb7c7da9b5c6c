/** Emphasis and links as Markdown can hold them: never empty, never with a space at their edge. */
import type { Nodes, PhrasingContent, Root } from 'mdast'

type Marked = Extract<PhrasingContent, { type: 'emphasis' | 'strong' | 'delete' | 'link' }>

function isMarked(node: Nodes): node is Marked {
  return (
    node.type === 'emphasis' ||
    node.type === 'strong' ||
    node.type === 'delete' ||
    node.type === 'link'
  )
}

/** Changes the tree. */
export function tidyMarks(node: Root | Nodes): void {
  if (!('children' in node)) return
  for (const child of node.children) tidyMarks(child)
  const children = (node.children as Nodes[]).flatMap((child) =>
    isMarked(child) ? withSpacesOutside(child) : [child],
  )
  node.children = children as never
}

function withSpacesOutside(node: Marked): Nodes[] {
  const children = [...node.children]
  const before: PhrasingContent[] = []
  const after: PhrasingContent[] = []
  while (children.length > 0) {
    const first = children[0]!
    if (first.type === 'break') before.push(children.shift()!)
    else if (first.type === 'text' && /^\s/.test(first.value)) {
      before.push({ type: 'text', value: ' ' })
      const value = first.value.trimStart()
      if (value) children[0] = { type: 'text', value }
      else children.shift()
    } else break
  }
  while (children.length > 0) {
    const last = children.at(-1)!
    if (last.type === 'break') after.unshift(children.pop()!)
    else if (last.type === 'text' && /\s$/.test(last.value)) {
      after.unshift({ type: 'text', value: ' ' })
      const value = last.value.trimEnd()
      if (value) children[children.length - 1] = { type: 'text', value }
      else children.pop()
    } else break
  }
  if (children.length === 0) return [...before, ...after]
  return [...before, { ...node, children } as Marked, ...after]
}
