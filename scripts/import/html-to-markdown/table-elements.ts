/** Converts tables to Markdown's form: one row of headings, and no merged cells. */

import type { Element } from 'hast'
import { noteConversion } from '../items/note.ts'
import type { NodeContext, ReduceNodes } from './conversion-context.ts'
import {
  createElement,
  createText,
  getAttribute,
  getText,
  isElement,
  type Node,
  walkElements,
} from './html-tree.ts'

/** Columns; limits how many cells a hostile `colspan` creates. */
const maxColumns = 100

export function convertTable(node: Element, { losses, reduceNodes }: NodeContext): Node[] {
  const caption = node.children.find((child) => isElement(child, 'caption'))
  const inner = [...walkElements(node.children)]
  for (const cell of inner) {
    if (readSpan(cell, 'colSpan') === 1 && readSpan(cell, 'rowSpan') === 1) continue
    losses.addCounted(
      'converted',
      'a merged table cell was',
      'merged table cells were',
      'split; the extra cells are empty',
    )
  }
  const rows = readRows(node, reduceNodes)
  const before =
    caption && getText(caption.children) ? [createElement('p', reduceNodes(caption.children))] : []
  if (rows.length === 0) return before
  const width = Math.max(...rows.map((row) => row.length))
  if (width > maxColumns || rows.length * width > 20_000) {
    losses.add(noteConversion('a table too large for Markdown became lines of text'))
    const toText = ({ children }: Element) =>
      children.length > 0 ? [...children, createText(' ')] : []
    return [...before, ...rows.map((row) => createElement('p', row.flatMap(toText)))]
  }
  // A table with one column and no heading is layout.
  if (width === 1 && !inner.some((cell) => isElement(cell, 'th'))) {
    losses.add(noteConversion('a table with one column became paragraphs'))
    return [...before, ...rows.map(([cell]) => createElement('div', cell!.children))]
  }
  const lines = rows.map((row) => {
    const missing = Array.from({ length: width - row.length }, () => createElement('td'))
    return createElement('tr', [...row, ...missing])
  })
  return [...before, createElement('table', [createElement('tbody', lines)])]
}

function readSpan(cell: Element, name: string): number {
  const span = isElement(cell, 'td', 'th') ? Number.parseInt(getAttribute(cell, name), 10) : 1
  return Math.min(Math.max(span || 1, 1), maxColumns)
}

function readRows(table: Element, reduceNodes: ReduceNodes): Element[][] {
  const rows: Element[][] = []
  /** The number of further rows that a cell above spans, by column. */
  const rowSpans = new Map<number, number>()
  const readRow = (row: Element) => {
    const cells: Element[] = []
    const fillSpannedCells = () => {
      while (cells.length <= maxColumns && (rowSpans.get(cells.length) ?? 0) > 0) {
        rowSpans.set(cells.length, rowSpans.get(cells.length)! - 1)
        cells.push(createElement('td'))
      }
    }
    for (const cell of row.children) {
      if (!isElement(cell, 'td', 'th')) continue
      fillSpannedCells()
      const align = readAlignment(cell)
      const at = cells.length
      const children = reduceNodes(cell.children, { isInTable: true })
      cells.push(createElement(cell.tagName, children, align ? { align } : {}))
      const end = Math.min(at + readSpan(cell, 'colSpan'), maxColumns + 1)
      while (cells.length < end) cells.push(createElement('td'))
      const extraRows = readSpan(cell, 'rowSpan') - 1
      for (let column = at; extraRows > 0 && column < cells.length; column++)
        rowSpans.set(column, extraRows)
    }
    fillSpannedCells()
    if (cells.length > 0) rows.push(cells)
  }
  for (const child of table.children) {
    if (isElement(child, 'tr')) readRow(child)
    if (!isElement(child, 'thead', 'tbody', 'tfoot')) continue
    for (const row of child.children) if (isElement(row, 'tr')) readRow(row)
  }
  const hasHead = table.children.some((child) => isElement(child, 'thead'))
  if (hasHead && rows[0])
    rows[0] = rows[0].map(({ children, properties }) => createElement('th', children, properties))
  return rows
}

function readAlignment(cell: Element): string | undefined {
  const fromClass = /has-text-align-(left|center|right)/.exec(getAttribute(cell, 'className'))?.[1]
  const fromStyle = /text-align:\s*(left|center|right)/.exec(getAttribute(cell, 'style'))?.[1]
  const align = fromClass ?? fromStyle ?? getAttribute(cell, 'align')
  return /^(?:left|center|right)$/.test(align) ? align : undefined
}
