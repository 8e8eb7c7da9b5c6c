/** Converts words in pasted HTML to our Markdown, with emphasis, links, code and line breaks. */
import type { PastedElement, PastedNode } from './pasted-tree.ts'

export type InlineContext = {
  readonly leftOut: Set<string>
  readonly leftOutNames: Readonly<Record<string, string>>
  readonly ignored: ReadonlySet<string>
}

export const createInlineContext = (
  leftOutNames: InlineContext['leftOutNames'],
  ignored: InlineContext['ignored'],
): InlineContext => ({ leftOut: new Set(), leftOutNames, ignored })

type Style = { readonly strong: boolean; readonly emphasis: boolean; readonly link: string }
type Run = { readonly text: string; readonly style: Style; readonly isCode?: true }

const plain: Style = { strong: false, emphasis: false, link: '' }

/** Escapes characters that Markdown would treat as syntax. */
const escapeText = (text: string) =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    // Within a word, an underscore isn't syntax.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')

const allowedAddress = /^(?:https?:|mailto:)/i

/** Unwraps an address that Google or others have wrapped in a link of their own. */
function unwrapAddress(href: string): string {
  const address = href.trim()
  if (!allowedAddress.test(address)) return ''
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return ''
  }
  const inner =
    url.hostname.endsWith('google.com') && url.pathname === '/url'
      ? url.searchParams.get('q')
      : null
  const target = inner !== null && allowedAddress.test(inner) ? inner : address
  return target.replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29')
}

/** Google Docs wraps everything in `<b style="font-weight: normal">`, and uses styles instead of elements. */
function readStyle({ tag, attributes }: PastedElement, outer: Style): Style {
  const css = attributes.style ?? ''
  const [, weight = ''] = /font-weight:\s*([a-z0-9]+)/i.exec(css) ?? []
  const [, slant = ''] = /font-style:\s*([a-z]+)/i.exec(css) ?? []
  const strong =
    weight !== ''
      ? /^(?:bold|bolder|[6-9]00)$/i.test(weight)
      : tag === 'b' || tag === 'strong' || outer.strong
  const emphasis =
    slant !== ''
      ? /^(?:italic|oblique)$/i.test(slant)
      : ['i', 'em', 'cite', 'dfn', 'var'].includes(tag) || outer.emphasis
  const link = tag === 'a' ? unwrapAddress(attributes.href ?? '') : outer.link
  return { strong, emphasis, link }
}

function listRuns(nodes: readonly PastedNode[], style: Style, context: InlineContext): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (!('tag' in node)) return [{ text: node.text.replace(/[\t\n\r\f ]+/g, ' '), style }]
    const { tag, children } = node
    if (context.ignored.has(tag)) return []
    const left = context.leftOutNames[tag]
    if (left) {
      context.leftOut.add(left)
      return []
    }
    if (tag === 'br') return [{ text: '\n', style: plain }]
    if (tag === 'code' || tag === 'kbd' || tag === 'samp') {
      const text = listRuns(children, plain, context)
        .map((run) => run.text)
        .join('')
      return text.trim() === '' ? [] : [{ text, style, isCode: true }]
    }
    return listRuns(children, readStyle(node, style), context)
  })
}

const isSameStyle = (one: Style, other: Style) =>
  one.strong === other.strong && one.emphasis === other.emphasis && one.link === other.link

/** Returns the spaces before the words, the words, and the spaces after them. */
function splitSpaces(text: string): readonly [string, string, string] {
  const words = text.trim()
  const start = text.length - text.trimStart().length
  return [text.slice(0, start), words, text.slice(start + words.length)]
}

/** Puts the marks directly around the words, and any spaces outside. */
function mark(text: string, sign: string): string {
  const [before, words, after] = splitSpaces(text)
  return words === '' ? text : `${before}${sign}${words}${sign}${after}`
}

function formatRun({ text, style, isCode }: Run): string {
  let formatted = isCode ? `\`${text.replaceAll('`', '')}\`` : escapeText(text)
  if (style.emphasis) formatted = mark(formatted, '*')
  if (style.strong) formatted = mark(formatted, '**')
  if (style.link === '' || text.trim() === '') return formatted
  const [before, words, after] = splitSpaces(formatted)
  return `${before}[${words}](${style.link})${after}`
}

export function convertInline(nodes: readonly PastedNode[], context: InlineContext): string {
  const merged: Run[] = []
  for (const run of listRuns(nodes, plain, context)) {
    const last = merged.at(-1)
    if (
      last &&
      !last.isCode &&
      !run.isCode &&
      run.text !== '\n' &&
      last.text !== '\n' &&
      isSameStyle(last.style, run.style)
    )
      merged[merged.length - 1] = { text: last.text + run.text, style: last.style }
    else merged.push(run)
  }
  return merged
    .map(formatRun)
    .join('')
    .split('\n')
    .map((line, index, { length }) => {
      const start = index === 0 ? line : line.trimStart()
      return index === length - 1 ? start : start.trimEnd()
    })
    .join('\n')
    .replace(/\n{2,}/g, '\n\n')
    .replace(/ {2,}/g, ' ')
}
