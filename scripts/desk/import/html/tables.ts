/** Tables as Markdown has them: one row of headings, one line a cell, nothing that spans. */
import type { Element } from 'hast'
import type { Conversion, Reduce } from './conversion.ts'
import { howMany } from './losses.ts'
import { attribute, element, elementsIn, isElement, type Node, text, textOf } from './tree.ts'

/** Columns. Wider ones are no tables to be read, but a way to make many cells of little text. */
const widest = 100
const parts = new Set(['thead', 'tbody', 'tfoot'])

export function reduceTable(node: Element, go: Reduce, { losses }: Conversion): Node[] {
  const caption = node.children.find((child) => isElement(child, 'caption'))
  const spanning = [...elementsIn(node.children)].filter(
    (cell) => span(cell, 'colSpan') > 1 || span(cell, 'rowSpan') > 1,
  )
  for (const _ of spanning) {
    losses.count(
      (count) =>
        `${howMany(count, 'a cell', 'cells')} of tables spanned others and ${count === 1 ? 'stands' : 'stand'} in one, with empty ones beside`,
    )
  }
  const rows = rowsOf(node, go)
  const before =
    isElement(caption) && textOf(caption.children) ? [element('p', {}, go(caption.children))] : []
  if (rows.length === 0) return before
  const width = Math.max(...rows.map((row) => row.length))
  if (width > widest || rows.length * width > 20_000) {
    losses.say('a table too large for Markdown became lines of text')
    return [
      ...before,
      ...rows.map((row) =>
        element(
          'p',
          {},
          row.flatMap(({ children }) => (children.length > 0 ? [...children, text(' ')] : [])),
        ),
      ),
    ]
  }
  // A table of one cell, or of one column, was made for the look of it.
  if (width === 1 && !find(node, 'th')) {
    losses.say('a table of one column became paragraphs')
    return [...before, ...rows.map(([cell]) => element('div', {}, cell!.children))]
  }
  return [
    ...before,
    element('table', {}, [
      element(
        'tbody',
        {},
        rows.map((row) => element('tr', {}, padded(row, width))),
      ),
    ]),
  ]
}

function padded(row: readonly Element[], width: number): Element[] {
  const empty = Array.from({ length: width - row.length }, () => element('td'))
  return [...row, ...empty]
}

function find(node: Element, tagName: string): boolean {
  return [...elementsIn(node.children)].some((inner) => inner.tagName === tagName)
}

const span = (cell: Element, name: string) => {
  const written = isElement(cell, 'td', 'th')
    ? Number.parseInt(attribute(cell, name) || '1', 10)
    : 1
  return Math.min(Math.max(written || 1, 1), widest)
}

function rowsOf(table: Element, go: Reduce): Element[][] {
  const rows: Element[][] = []
  // Columns that a cell above reaches down into, with how many rows more.
  const reaching = new Map<number, number>()
  const take = (row: Element) => {
    const cells: Element[] = []
    const skip = () => {
      while (cells.length <= widest && (reaching.get(cells.length) ?? 0) > 0) {
        reaching.set(cells.length, reaching.get(cells.length)! - 1)
        cells.push(element('td'))
      }
    }
    for (const cell of row.children) {
      if (!isElement(cell, 'td', 'th')) continue
      skip()
      const align = /^(left|center|right)$/.exec(alignment(cell))?.[1]
      const at = cells.length
      cells.push(element(cell.tagName, align ? { align } : {}, go(cell.children, { table: true })))
      for (let column = 1; column < span(cell, 'colSpan') && cells.length <= widest; column++)
        cells.push(element('td'))
      const down = span(cell, 'rowSpan') - 1
      for (let column = at; down > 0 && column < cells.length; column++) reaching.set(column, down)
    }
    skip()
    if (cells.length > 0) rows.push(cells)
  }
  for (const child of table.children) {
    if (isElement(child, 'tr')) take(child)
    if (isElement(child) && parts.has(child.tagName)) {
      for (const row of child.children) if (isElement(row, 'tr')) take(row)
    }
  }
  const headed = table.children.some((child) => isElement(child, 'thead'))
  if (headed && rows[0])
    rows[0] = rows[0].map((cell) => element('th', cell.properties, cell.children))
  return rows
}

function alignment(cell: Element): string {
  const classes = /has-text-align-(left|center|right)/.exec(attribute(cell, 'className'))?.[1]
  return (
    classes ??
    /text-align:\s*(left|center|right)/.exec(attribute(cell, 'style'))?.[1] ??
    attribute(cell, 'align')
  )
}
