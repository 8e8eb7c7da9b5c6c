/** Lines, emphasis and code as Markdown can hold them: never empty, no space at an edge, told apart. */
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
  const children: Nodes[] = []
  const merged = new Set<Nodes>()
  for (const child of (node.children as Nodes[]).flatMap(spacesOutside)) {
    const previous = children.at(-1)
    // Two of a kind side by side would share their marks.
    if (child.type === 'inlineCode' && previous?.type === 'inlineCode') {
      previous.value += child.value
    } else if (isMarked(child) && child.type !== 'link' && previous?.type === child.type) {
      previous.children.push(...child.children)
      merged.add(previous)
    } else {
      children.push(child)
    }
  }
  for (const one of merged) tidyMarks(one)
  if (node.type === 'paragraph' || node.type === 'heading') trimLine(children)
  node.children = children.flatMap(inParagraphs).filter((child) => !isEmpty(child)) as never
}

/** Where two lines were ended in a row, a paragraph was meant. */
function inParagraphs(node: Nodes): Nodes[] {
  if (node.type !== 'paragraph') return [node]
  const parts: Nodes[][] = [[]]
  for (const child of node.children) {
    const part = parts.at(-1)!
    if (child.type === 'break' && part.at(-1)?.type === 'break') parts.push([])
    else if (!(child.type === 'text' && child.value.trim() === '' && part.at(-1)?.type === 'break'))
      part.push(child)
  }
  if (parts.length === 1) return [node]
  return parts.map((part) => {
    trimLine(part)
    return { type: 'paragraph', children: part as PhrasingContent[] }
  })
}

/** No line begins or ends with a space of any kind: Markdown would lose it, and read what follows anew. */
function trimLine(children: Nodes[]): void {
  const isSpace = (node: Nodes) =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '')
  while (children.length > 0 && isSpace(children[0]!)) children.shift()
  while (children.length > 0 && isSpace(children.at(-1)!)) children.pop()
  for (const [index, child] of children.entries()) {
    if (child.type !== 'text') continue
    const [before, after] = [children[index - 1], children[index + 1]]
    if (!before || before.type === 'break') child.value = child.value.trimStart()
    if (!after || after.type === 'break') child.value = child.value.trimEnd()
  }
}

const emptyBlocks = new Set(['paragraph', 'heading', 'blockquote', 'list', 'ourPullquote'])

function isEmpty(node: Nodes): boolean {
  return emptyBlocks.has(node.type) && 'children' in node && node.children.length === 0
}

function spacesOutside(node: Nodes): Nodes[] {
  return isMarked(node) ? withSpacesOutside(node) : [node]
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
