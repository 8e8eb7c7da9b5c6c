/** A reduced tree as Markdown: directives in their own way, everything else by the library. */
import type { Element } from 'hast'
import { type State as HastState, toMdast } from 'hast-util-to-mdast'
import type { Nodes, Parents, PhrasingContent, Root, RootContent } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { type Info, type Options, type State, toMarkdown } from 'mdast-util-to-markdown'
import {
  directiveTags,
  embedTag,
  figureTag,
  langTag,
  moreTag,
  noteReferenceTag,
  noteTag,
  pullquoteTag,
} from './directives.ts'
import { isBlock, isSpace } from './settle.ts'
import { tidyMarks } from './tidy-marks.ts'
import { attribute, element, isElement, type Node, oneLine, text } from './tree.ts'

type Attributes = Readonly<Record<string, string>>

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

/** `name="value"` for what there is to say; a value has no way to hold quotes or closing braces. */
function written(attributes: Attributes): string {
  const pairs = Object.entries(attributes).map(([name, value]) => `${name}="${plain(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(' ')}}` : ''
}

function plain(value: string): string {
  return oneLine(value)
    .replace(/(^|[\s([{—–-])"/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
}

function given(node: Element, ...names: readonly string[]): Attributes {
  const pairs = names.map((name) => [name, attribute(node, name)] as const)
  // Alternative text is written even where it is empty: the editor has to see that it is missing.
  return Object.fromEntries(pairs.filter(([name, value]) => value !== '' || name === 'alt'))
}

const leaf = (line: string): RootContent => ({ type: 'ourLeaf', line })
const number = (node: Element) => attribute(node, 'number')

/** The types of hast-util-to-mdast know nothing of footnotes and of what is ours. */
const handlers = {
  [figureTag]: (_: HastState, node: Element) =>
    leaf(`::figure${written(given(node, 'src', 'alt', 'caption', 'credit'))}`),
  [embedTag]: (_: HastState, node: Element) =>
    leaf(`::embed${written(given(node, 'url', 'title'))}`),
  [moreTag]: () => leaf('<!-- more -->'),
  [pullquoteTag]: (state: HastState, node: Element) => ({
    type: 'ourPullquote' as const,
    by: attribute(node, 'by'),
    children: state.toFlow(state.all(node)),
  }),
  [langTag]: (state: HastState, node: Element) => ({
    type: 'ourLang' as const,
    lang: attribute(node, 'lang'),
    children: state.all(node) as PhrasingContent[],
  }),
  [noteReferenceTag]: (_: HastState, node: Element) => ({
    type: 'footnoteReference' as const,
    identifier: number(node),
    label: number(node),
  }),
  [noteTag]: (state: HastState, node: Element) => ({
    type: 'footnoteDefinition' as const,
    identifier: number(node),
    label: number(node),
    children: state.toFlow(state.all(node)),
  }),
}

const directives: Options = {
  unsafe: [
    // May begin a directive.
    { atBreak: true, character: ':', after: ':' },
    // With a link behind it, begins the directive for another language.
    { character: ':', after: 'lang', inConstruct: 'phrasing' },
    // May begin an address in angle brackets, whatever it is followed by.
    { character: '<', inConstruct: 'phrasing' },
    // Makes a note of brackets, before or within them.
    { character: '^', after: '\\[', inConstruct: 'phrasing' },
    { character: '^', before: '\\[', inConstruct: 'phrasing' },
    // The library leaves one as it is before the marks of emphasis, which it then escapes.
    { character: '\\', inConstruct: 'phrasing' },
  ],
  handlers: {
    ourLeaf: (node: { line: string }) => node.line,
    ourLang: (
      node: Parents & { lang: string },
      _: Parents | undefined,
      state: State,
      info: Info,
    ) => {
      const words = state.containerPhrasing(node as never, { ...info, before: '[', after: ']' })
      return `:lang[${words}]{${node.lang}}`
    },
    ourPullquote: (
      node: Parents & { by: string },
      _: Parents | undefined,
      state: State,
      info: Info,
    ) => {
      const attributes = written(node.by ? { by: node.by } : {})
      return `:::pullquote${attributes}\n${state.containerFlow(node as never, info)}\n:::`
    },
  } as unknown as NonNullable<Options['handlers']>,
}

const inline = new Set(['a', 'code', 'del', 'em', langTag, 'strong'])

const breaksLine = (node: Node | undefined) =>
  node !== undefined && (isBlock(node) || isElement(node, 'br'))

/**
 * The same tree without anything that hast-util-minify-whitespace looks past: at each node it goes
 * through all those after it until one shows something or is a block. Spaces beside a block or the end
 * of a line show nothing, and it would take them out one by one.
 */
function withoutGaps(nodes: readonly Node[]): Node[] {
  const made: Node[] = []
  const add = (node: Node) => {
    const last = made.at(-1)
    if (node.type === 'text' && last?.type === 'text') {
      made[made.length - 1] = text(last.value + node.value)
    } else if (isSpace(node) && breaksLine(last)) return
    else {
      if (last && isSpace(last) && breaksLine(node)) made.pop()
      made.push(node)
    }
  }
  for (const node of nodes) {
    if (node.type === 'comment') continue
    if (node.type === 'text') {
      add(node)
      continue
    }
    const { tagName, properties } = node
    const children = withoutGaps(node.children)
    // Its number is what it shows.
    if (tagName === noteReferenceTag) add(element(tagName, properties, [text('*')]))
    else if (directiveTags.has(tagName))
      add(element('div', {}, [element(tagName, properties, children)]))
    else if (inline.has(tagName) && children.every(isSpace))
      for (const child of children) add(child)
    else add(element(tagName, properties, children))
  }
  return made
}

export function writeMarkdown(nodes: Node[]): string {
  const hast = element('div', {}, withoutGaps(nodes))
  const mdast = toMdast(hast, { handlers: handlers as never }) as Nodes
  const root = (mdast.type === 'root' ? mdast : { type: 'root', children: [mdast] }) as Root
  tidyMarks(root)
  return toMarkdown(root, {
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
      directives,
    ],
  }).trim()
}
