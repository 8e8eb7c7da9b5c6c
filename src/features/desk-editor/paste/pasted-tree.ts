/** Parses pasted HTML as a plain tree, using a browser document that runs and loads nothing. */

export type PastedNode =
  | { readonly text: string }
  | {
      /** In lower case. */
      readonly tag: string
      readonly attributes: Readonly<Record<string, string>>
      readonly children: readonly PastedNode[]
    }

export type PastedElement = Extract<PastedNode, { readonly tag: string }>

/** Deeper levels of a tree are cut off: nobody writes text nested so deeply. */
const maxDepth = 200

function readNode(node: Node, depth: number): PastedNode[] {
  if (node.nodeType === Node.TEXT_NODE) return [{ text: node.nodeValue ?? '' }]
  if (!(node instanceof Element) || depth > maxDepth) return []
  const attributes = Object.fromEntries(
    [...node.attributes].map(({ name, value }) => [name, value]),
  )
  const children = [...node.childNodes].flatMap((child) => readNode(child, depth + 1))
  return [{ tag: node.localName, attributes, children }]
}

/** Scripts don't run in a document of `DOMParser`, and its pictures aren't loaded. */
export function parsePastedHtml(html: string): readonly PastedNode[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].flatMap((child) => readNode(child, 0))
}
