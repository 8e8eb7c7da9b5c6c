/** Commands for Enter and Backspace in lists, quotations and paragraphs. */
import type { StateCommand } from '@codemirror/state'
import { mayBeDirective } from './directive-lines.ts'
import { linePrefix } from './line-prefix.ts'

const itemPattern = /^(\s*)(?:([-*+])|(\d{1,9})([.)])|(>))( +)(\S.*)?$/

/** Enter begins a paragraph, or the next item of a list or quotation. On an empty item it ends the list. */
export const continueBlock: StateCommand = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main
  const line = state.doc.lineAt(head)
  const isCode = /^(?: {4}|\t|```|~~~|\|)/.test(line.text)
  const item = itemPattern.exec(line.text)
  if (!empty || isCode) return false
  if (item && head >= line.to - (item[7] ?? '').length) {
    const [, indent = '', bullet, number, dot, quote, space = ' ', words = ''] = item
    if (words.trim() === '') {
      dispatch(state.update({ changes: { from: line.from, to: line.to }, userEvent: 'input' }))
      return true
    }
    const mark = bullet ?? quote ?? `${Number(number) + 1}${dot}`
    const insert = `\n${indent}${mark}${space}`
    dispatch(
      state.update(state.replaceSelection(insert), { userEvent: 'input', scrollIntoView: true }),
    )
    return true
  }
  // On an empty line, a new paragraph has already begun.
  if (line.text.trim() === '') return false
  dispatch(
    state.update(state.replaceSelection('\n\n'), { userEvent: 'input', scrollIntoView: true }),
  )
  return true
}

/** Backspace at the beginning of a paragraph joins it with the one before, or removes the prefix of an item. */
export const joinBlocks: StateCommand = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main
  const line = state.doc.lineAt(head)
  if (!empty) return false
  const [prefix = ''] = linePrefix.exec(line.text) ?? []
  if (prefix !== '' && head === line.from + prefix.length) {
    dispatch(state.update({ changes: { from: line.from, to: head }, userEvent: 'delete.backward' }))
    return true
  }
  const isParagraph = head === line.from && line.number > 2
  if (!isParagraph || state.doc.line(line.number - 1).text !== '') return false
  const before = state.doc.line(line.number - 2)
  // A card's line has no text to join.
  if (before.text === '' || mayBeDirective(before.text)) return false
  dispatch(
    state.update({
      changes: { from: before.to, to: line.from },
      userEvent: 'delete.backward',
      scrollIntoView: true,
    }),
  )
  return true
}
