/**
 * Converts HTML pasted from Google Docs, Word, Pages and web pages to our Markdown. Unknown elements become their text;
 * what can't be kept is listed, so that the editor can report it.
 */
import { convertInline, createInlineContext, type InlineContext } from './convert-inline.ts'
import type { PastedElement, PastedNode } from './pasted-tree.ts'

export type ConvertedPaste = {
  readonly markdown: string
  /** Names of the kinds of content that were left out, in the plural, such as “pictures”. */
  readonly leftOut: readonly string[]
}

const ignored = new Set([
  'head',
  'link',
  'meta',
  'script',
  'style',
  'template',
  'title',
  'noscript',
])

const leftOutNames: Readonly<Record<string, string>> = {
  audio: 'audio',
  button: 'buttons',
  canvas: 'drawings',
  embed: 'embedded pages',
  form: 'forms',
  iframe: 'embedded pages',
  img: 'pictures',
  input: 'forms',
  math: 'formulas',
  object: 'embedded pages',
  picture: 'pictures',
  select: 'forms',
  svg: 'drawings',
  textarea: 'forms',
  video: 'videos',
}

const blockTags = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

const isElement = (node: PastedNode): node is PastedElement => 'tag' in node

const hasBlocks = (node: PastedNode): boolean =>
  isElement(node) && (blockTags.has(node.tag) || node.children.some(hasBlocks))

/** Escapes characters at the beginning of a line that would start a block. */
const escapeLineStart = (line: string) =>
  line
    .replace(/^(?:#{1,6}\s|[-+*>]\s|:{2,3}[a-z]|={2,}$|-{2,}$|```|~~~)/, '\\$&')
    .replace(/^(\d{1,9})([.)]\s)/, '$1\\$2')

const indent = (block: string, prefix: string) =>
  block
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : prefix + line))
    .join('\n')

/** Word's list items are paragraphs whose style contains their level. */
const readWordLevel = ({ attributes }: PastedElement): number | null => {
  const { style = '' } = attributes
  const [, level] = (/mso-list:/i.test(style) && / level(\d)/i.exec(style)) || []
  return level === undefined ? null : Number(level)
}

class Converter {
  readonly #context: InlineContext = createInlineContext(leftOutNames, ignored)

  get leftOut(): readonly string[] {
    return [...this.#context.leftOut]
  }

  convertBlocks(nodes: readonly PastedNode[]): string[] {
    const blocks: string[] = []
    let run: PastedNode[] = []
    const endRun = () => {
      const text = this.#convertText(run)
      if (text !== '') blocks.push(text)
      run = []
    }
    for (const node of nodes) {
      if (!hasBlocks(node)) {
        run.push(node)
        continue
      }
      endRun()
      blocks.push(...this.#convertBlock(node as PastedElement))
    }
    endRun()
    return joinWordItems(blocks)
  }

  #convertText(nodes: readonly PastedNode[]): string {
    return convertInline(nodes, this.#context)
      .trim()
      .split('\n')
      .map((line) => escapeLineStart(line.trim()))
      .join('\n')
  }

  #convertBlock(element: PastedElement): string[] {
    const { tag, children } = element
    if (ignored.has(tag)) return []
    const left = leftOutNames[tag]
    if (left) {
      this.#context.leftOut.add(left)
      return []
    }
    const heading = /^h([1-6])$/.exec(tag)
    if (heading) {
      const text = this.#convertText(children)
        .replaceAll('\n', ' ')
        .replace(/^\*\*(.*)\*\*$/, '$1')
      // The headline is the only heading of the first level.
      return text === ''
        ? []
        : [`${'#'.repeat(Math.min(3, Math.max(2, Number(heading[1]))))} ${text}`]
    }
    switch (tag) {
      case 'p': {
        const level = readWordLevel(element)
        if (level !== null) return this.#convertWordItem(children, level)
        return this.convertBlocks(children)
      }
      case 'hr':
        return ['***']
      case 'pre':
        return [`\`\`\`\n${readText(children).replace(/\n$/, '').replaceAll('```', "'''")}\n\`\`\``]
      case 'ul':
      case 'ol':
        return this.#convertList(element)
      case 'blockquote': {
        const inner = this.convertBlocks(children).join('\n\n')
        return inner === ''
          ? []
          : [
              inner
                .split('\n')
                .map((line) => `> ${line}`.trimEnd())
                .join('\n'),
            ]
      }
      case 'table':
        return this.#convertTable(element)
      default:
        return this.convertBlocks(children)
    }
  }

  #convertWordItem(children: readonly PastedNode[], level: number): string[] {
    // Word includes the bullet or number as marked text.
    const marker = readText(children).trimStart().slice(0, 12)
    const words = children.filter(
      (node) => !isElement(node) || !/mso-list:\s*ignore/i.test(node.attributes.style ?? ''),
    )
    const mark = /^\(?(?:\d+|[a-z])[.)]/i.test(marker) ? '1.' : '-'
    const text = this.#convertText(words)
    return text === '' ? [] : [`${'  '.repeat(level - 1)}${wordItem}${mark} ${text}`]
  }

  #convertList({ tag, attributes, children }: PastedElement): string[] {
    let number = Number(attributes.start) || 1
    const items = children.flatMap((child): string[] => {
      if (!isElement(child)) return []
      // Google Docs puts an inner list beside the items.
      if (child.tag === 'ul' || child.tag === 'ol')
        return this.#convertList(child).map((list) => `  ${indent(list, '  ')}`)
      const mark = tag === 'ol' ? `${number++}. ` : '- '
      const blocks = this.convertBlocks(child.children)
      if (blocks.length === 0) return []
      const isTight = blocks.length === 1 || /^(?:- |\d+\. )/.test(blocks[1]!)
      return [mark + indent(blocks.join(isTight ? '\n' : '\n\n'), ' '.repeat(mark.length))]
    })
    return items.length === 0 ? [] : [items.join('\n')]
  }

  #convertTable(table: PastedElement): string[] {
    const rows = findAll(table, 'tr').map((row) =>
      row.children.filter(
        (cell): cell is PastedElement =>
          isElement(cell) && (cell.tag === 'td' || cell.tag === 'th'),
      ),
    )
    const width = Math.max(0, ...rows.map((row) => row.length))
    // Tables with one column are layout.
    if (width < 2) return rows.flat().flatMap(({ children }) => this.convertBlocks(children))
    const texts = rows.map((row) =>
      Array.from({ length: width }, (_, index) =>
        this.convertBlocks(row[index]?.children ?? [])
          .join(' ')
          .replaceAll('\n', ' ')
          .replaceAll('|', '\\|'),
      ),
    )
    const format = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const [head = [], ...body] = texts
    return [[format(head), format(head.map(() => '---')), ...body.map(format)].join('\n')]
  }
}

/** Marks one of Word's list items until the whole list is known. */
const wordItem = '\uE000'

/** Joins Word's consecutive list items without an empty line. */
function joinWordItems(blocks: readonly string[]): string[] {
  const joined: string[] = []
  let isList = false
  for (const block of blocks) {
    const isItem = block.includes(wordItem)
    const text = block.replaceAll(wordItem, '')
    if (isItem && isList) joined.push(`${joined.pop()}\n${text}`)
    else joined.push(text)
    isList = isItem
  }
  return joined
}

const readText = (nodes: readonly PastedNode[]): string =>
  nodes.map((node) => (isElement(node) ? readText(node.children) : node.text)).join('')

const findAll = (element: PastedElement, tag: string): PastedElement[] =>
  element.children.flatMap((child) =>
    !isElement(child)
      ? []
      : child.tag === tag
        ? [child]
        : child.tag === 'table'
          ? []
          : findAll(child, tag),
  )

export function convertPasted(nodes: readonly PastedNode[]): ConvertedPaste {
  const converter = new Converter()
  const markdown = converter.convertBlocks(nodes).join('\n\n')
  return { markdown, leftOut: converter.leftOut }
}
