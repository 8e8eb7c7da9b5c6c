/** Editing commands for the toolbar, the menu and the keys. */
import { type ChangeSpec, EditorSelection, type EditorState } from '@codemirror/state'
import type { Command, EditorView } from '@codemirror/view'
import { linePrefix } from './line-prefix.ts'

/** Puts the mark around the selected words, or removes it. */
export const toggleMark =
  (mark: string): Command =>
  (view) => {
    const { state } = view
    view.dispatch(
      state.changeByRange(({ from, to }) => {
        const size = mark.length
        const before = state.sliceDoc(Math.max(0, from - size), from)
        const after = state.sliceDoc(to, to + size)
        if (before === mark && after === mark)
          return {
            changes: [
              { from: from - size, to: from },
              { from: to, to: to + size },
            ],
            range: EditorSelection.range(from - size, to - size),
          }
        return {
          changes: [
            { from, insert: mark },
            { from: to, insert: mark },
          ],
          range: EditorSelection.range(from + size, to + size),
        }
      }),
      { userEvent: 'input', scrollIntoView: true },
    )
    view.focus()
    return true
  }

function listSelectedLines(state: EditorState) {
  const { from, to } = state.selection.main
  const lines = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    lines.push(line)
    at = line.to + 1
  }
  return lines
}

/** Sets the prefix of the selected lines, or removes it if all of them have it. */
export const togglePrefix =
  (prefix: string): Command =>
  (view) => {
    const lines = listSelectedLines(view.state).filter(
      ({ text }, _, all) => text !== '' || all.length === 1,
    )
    const isOn = lines.every(({ text }) => text.startsWith(prefix))
    const changes: ChangeSpec[] = lines.map((line) => {
      const [current = ''] = linePrefix.exec(line.text) ?? []
      return { from: line.from, to: line.from + current.length, insert: isOn ? '' : prefix }
    })
    view.dispatch({ changes, userEvent: 'input', scrollIntoView: true })
    view.focus()
    return true
  }

/** Inserts a link around the selected words, and moves the cursor to the part that is still to be written. */
export function insertLink(view: EditorView): boolean {
  const { from, to } = view.state.selection.main
  const words = view.state.sliceDoc(from, to)
  const insert = `[${words}](https://)`
  const cursor = words === '' ? from + 1 : from + insert.length - 1
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: cursor },
    userEvent: 'input',
    scrollIntoView: true,
  })
  view.focus()
  return true
}

/**
 * Inserts a block after the paragraph with the cursor, or in its place if it's empty. The selection is moved to
 * `select`, which is part of the block. Returns where the block begins.
 */
export function insertBlock(view: EditorView, block: string, select?: string): number {
  const { state } = view
  const line = state.doc.lineAt(state.selection.main.head)
  const isEmpty = line.text.trim() === ''
  const previous = line.number > 1 ? state.doc.line(line.number - 1).text : ''
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1).text : ''
  const before = isEmpty ? (previous === '' ? '' : '\n') : '\n\n'
  const after = next === '' && line.number < state.doc.lines ? '' : '\n'
  const from = isEmpty ? line.from : line.to
  const start = from + before.length
  const offset = select === undefined ? block.length : block.indexOf(select)
  const anchor = start + offset
  view.dispatch({
    changes: { from, to: line.to, insert: before + block + after },
    selection: { anchor, head: anchor + (select?.length ?? 0) },
    userEvent: 'input',
    scrollIntoView: true,
  })
  view.focus()
  return start
}

const notePattern = /\[\^(\d{1,6})\]/g

/** Inserts a reference at the cursor and its note at the end of the text, and moves the cursor there. */
export const insertFootnote: Command = (view) => {
  const { state } = view
  const { to } = state.selection.main
  const text = state.doc.toString()
  const numbers = [...text.matchAll(notePattern)].map(([, number]) => Number(number))
  const label = `[^${Math.max(0, ...numbers) + 1}]`
  const written = text.trimEnd()
  const isAfterNote = /^\[\^[^\]]{1,40}\]:/.test(written.slice(written.lastIndexOf('\n') + 1))
  const end = written.length
  const note = `${isAfterNote ? '\n' : '\n\n'}${label}: `
  view.dispatch({
    changes: [
      { from: to, insert: label },
      { from: Math.max(end, to), to: state.doc.length, insert: note },
    ],
    selection: { anchor: Math.max(end, to) + label.length + note.length },
    userEvent: 'input',
    scrollIntoView: true,
  })
  view.focus()
  return true
}

/** Marks words as being in another language, and selects the language's tag. */
export const insertLanguage: Command = (view) => {
  const { from, to } = view.state.selection.main
  const words = view.state.sliceDoc(from, to)
  const insert = `:lang[${words}]{ur}`
  const tag = from + insert.length - 3
  view.dispatch({
    changes: { from, to, insert },
    selection: words === '' ? { anchor: from + ':lang['.length } : { anchor: tag, head: tag + 2 },
    userEvent: 'input',
    scrollIntoView: true,
  })
  view.focus()
  return true
}
