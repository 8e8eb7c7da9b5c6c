/** Moves the marker `<!-- more -->` from paragraph to paragraph. */
import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { Command } from '@codemirror/view'

const marker = '<!-- more -->'
const markerPattern = /^<!--\s*more\s*-->$/i

/** Lists the ends of blocks, from the first line. A directive or code without empty lines counts as one block. */
function findBlockEnds(state: EditorState): number[] {
  const ends: number[] = []
  const { doc } = state
  for (let number = 1; number <= doc.lines; number++) {
    const line = doc.line(number)
    const isLast = number === doc.lines || doc.line(number + 1).text.trim() === ''
    if (line.text.trim() !== '' && isLast && !markerPattern.test(line.text.trim()))
      ends.push(line.to)
  }
  return ends
}

function findMarker(state: EditorState) {
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number)
    if (markerPattern.test(line.text.trim())) return line
  }
  return null
}

/** Removes the marker with the empty line after it. */
function removeMarker(state: EditorState): { from: number; to: number } | null {
  const line = findMarker(state)
  if (!line) return null
  const { doc } = state
  const isFollowed = line.number < doc.lines && doc.line(line.number + 1).text === ''
  if (isFollowed) return { from: line.from, to: Math.min(doc.length, line.to + 2) }
  return { from: Math.max(0, line.from - 1), to: line.to }
}

/** Returns null if the marker can’t move further: it needs text before and after it. */
export function moveMarker(state: EditorState, direction: -1 | 1): TransactionSpec | null {
  const removed = removeMarker(state)
  const ends = findBlockEnds(state)
  const at = findMarker(state)?.from ?? state.selection.main.head
  const target =
    direction < 0
      ? ends.filter((end) => end < at).at(removed ? -2 : -1)
      : ends.filter((end) => end > at).at(0)
  const isAtEnd = target === undefined || (direction > 0 && target === ends.at(-1))
  if (isAtEnd) return null
  return {
    changes: [...(removed ? [removed] : []), { from: target, insert: `\n\n${marker}` }],
    userEvent: 'move.line',
  }
}

/** Inserts the marker at the cursor, and removes it elsewhere. */
export function placeMarker(state: EditorState): TransactionSpec | null {
  const removed = removeMarker(state)
  const { head } = state.selection.main
  const ends = findBlockEnds(state)
  const target = ends.find((end) => end >= head) ?? ends.at(-1)
  if (target === undefined) return null
  return {
    changes: [...(removed ? [removed] : []), { from: target, insert: `\n\n${marker}` }],
    userEvent: 'input',
  }
}

const toCommand =
  (change: (state: EditorState) => TransactionSpec | null): Command =>
  (view) => {
    const spec = change(view.state)
    if (spec) view.dispatch(spec)
    return true
  }

export const moveFreePreviewEnd = (direction: -1 | 1) =>
  toCommand((state) => moveMarker(state, direction))
export const placeFreePreviewEnd = toCommand(placeMarker)
