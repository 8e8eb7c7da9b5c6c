/** Writes a reduced tree as Markdown; a library writes everything but our directives. */
import type { Element } from 'hast'
import { type State as HastState, toMdast } from 'hast-util-to-mdast'
import type { Nodes, OurLang, OurPullquote, PhrasingContent, Root, RootContent } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Info, type Options, type State, toMarkdown } from 'mdast-util-to-markdown'
import { formatAttributes } from '../items/format-directive.ts'
import {
  audioTag,
  directiveTags,
  embedTag,
  figureTag,
  langTag,
  moreTag,
  noteReferenceTag,
  noteTag,
  pullquoteTag,
} from './directive-elements.ts'
import {
  createElement,
  createText,
  getAttribute,
  isElement,
  isWhitespace,
  type Node,
  withChildren,
} from './html-tree.ts'
import { isBlock } from './lift-blocks.ts'
import { normaliseInline } from './normalise-inline.ts'

declare module 'mdast' {
  interface OurLeaf {
    type: 'ourLeaf'
    line: string
  }
  interface OurPullquote {
    type: 'ourPullquote'
    by: string
    children: RootContent[]
  }
  interface OurLang {
    type: 'ourLang'
    lang: string
    children: PhrasingContent[]
  }
  interface PhrasingContentMap {
    ourLang: OurLang
  }
  interface RootContentMap {
    ourLang: OurLang
    ourLeaf: OurLeaf
    ourPullquote: OurPullquote
  }
}

function pickAttributes(node: Element, ...names: readonly string[]) {
  const pairs = names.map((name) => [name, getAttribute(node, name)] as const)
  // Writes empty alternative text, so that the editor sees the gap.
  return Object.fromEntries(pairs.filter(([name, value]) => value !== '' || name === 'alt'))
}

const createLeaf = (line: string): RootContent => ({ type: 'ourLeaf', line })
const createAttributeLeaf = (name: string, node: Element, ...attributes: readonly string[]) =>
  createLeaf(`::${name}${formatAttributes(pickAttributes(node, ...attributes))}`)
const readNoteIds = (node: Element) => {
  const number = getAttribute(node, 'number')
  return { identifier: number, label: number }
}

/** The types of hast-util-to-mdast don't include footnotes and our directives. */
const handlers = {
  [figureTag]: (_: HastState, node: Element) =>
    createAttributeLeaf('figure', node, 'src', 'alt', 'caption', 'credit'),
  [audioTag]: (_: HastState, node: Element) => createAttributeLeaf('audio', node, 'src', 'title'),
  [embedTag]: (_: HastState, node: Element) => createAttributeLeaf('embed', node, 'url', 'title'),
  [moreTag]: () => createLeaf('<!-- more -->'),
  [pullquoteTag]: (state: HastState, node: Element) => ({
    type: 'ourPullquote' as const,
    by: getAttribute(node, 'by'),
    children: state.toFlow(state.all(node)),
  }),
  [langTag]: (state: HastState, node: Element) => ({
    type: 'ourLang' as const,
    lang: getAttribute(node, 'lang'),
    children: state.all(node) as PhrasingContent[],
  }),
  [noteReferenceTag]: (_: HastState, node: Element) => ({
    type: 'footnoteReference' as const,
    ...readNoteIds(node),
  }),
  [noteTag]: (state: HastState, node: Element) => ({
    type: 'footnoteDefinition' as const,
    ...readNoteIds(node),
    children: state.toFlow(state.all(node)),
  }),
}

const directiveExtension: Options = {
  unsafe: [
    // This character begins a directive.
    { atBreak: true, character: ':', after: ':' },
    // These characters begin a `:lang` directive before a link.
    { character: ':', after: 'lang', inConstruct: 'phrasing' },
    // This character begins an autolink, whatever follows.
    { character: '<', inConstruct: 'phrasing' },
    // This character turns brackets into a footnote.
    { character: '^', after: '\\[', inConstruct: 'phrasing' },
    { character: '^', before: '\\[', inConstruct: 'phrasing' },
    // The library doesn't escape this character before the emphasis delimiters that it escapes.
    { character: '\\', inConstruct: 'phrasing' },
  ],
  handlers: {
    ourLeaf: (node: { line: string }) => node.line,
    ourLang: (node: OurLang, _: unknown, state: State, info: Info) => {
      const words = state.containerPhrasing(node as never, { ...info, before: '[', after: ']' })
      return `:lang[${words}]{${node.lang}}`
    },
    ourPullquote: (node: OurPullquote, _: unknown, state: State, info: Info) => {
      const attributes = formatAttributes(node.by ? { by: node.by } : {})
      return `:::pullquote${attributes}\n${state.containerFlow(node as never, info)}\n:::`
    },
  } as unknown as NonNullable<Options['handlers']>,
}

const inlineTags = new Set(['a', 'code', 'del', 'em', langTag, 'strong'])

const isLineBreak = (node: Node | undefined) =>
  node !== undefined && (isBlock(node) || isElement(node, 'br'))

/**
 * Removes what hast-util-minify-whitespace skips, since it takes quadratic time over it: comments, empty
 * emphasis, and spaces beside blocks and line breaks.
 */
function normaliseWhitespace(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  const add = (node: Node) => {
    const last = result.at(-1)
    if (node.type === 'text' && last?.type === 'text') {
      result[result.length - 1] = createText(last.value + node.value)
    } else if (isWhitespace(node) && isLineBreak(last)) return
    else {
      if (last && isWhitespace(last) && isLineBreak(node)) result.pop()
      result.push(node)
    }
  }
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (node.type === 'text') {
      add(node)
      continue
    }
    const { tagName } = node
    const element = withChildren(node, normaliseWhitespace(node.children))
    // Keeps the reference from counting as empty.
    if (tagName === noteReferenceTag) add(withChildren(node, [createText('*')]))
    else if (directiveTags.has(tagName)) add(createElement('div', [element]))
    else if (inlineTags.has(tagName) && element.children.every(isWhitespace))
      for (const child of element.children) add(child)
    else add(element)
  }
  return result
}

/** The options are created once, because the library compiles the expressions of each new extension. */
const markdownOptions: Options = {
  bullet: '-',
  emphasis: '*',
  rule: '-',
  fences: true,
  listItemIndent: 'one',
  resourceLink: true,
  extensions: [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmFootnoteToMarkdown(),
    gfmStrikethroughToMarkdown(),
    directiveExtension,
  ],
}

export function writeMarkdown(nodes: Node[]): string {
  const hast = createElement('div', normaliseWhitespace(nodes))
  const mdast = toMdast(hast, { handlers: handlers as never }) as Nodes
  const root = (mdast.type === 'root' ? mdast : { type: 'root', children: [mdast] }) as Root
  normaliseInline(root)
  return toMarkdown(root, markdownOptions).trim()
}
