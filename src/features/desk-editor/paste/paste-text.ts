/** Inserts pasted formatted text as Markdown, and pasted pictures as pictures. */
import { undo } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'
import { formatList } from '../../../domain/list-text.ts'
import { createButton, hideNotice, showNotice } from '../editor-parts.ts'
import { cleanText } from './clean-text.ts'
import { convertPasted } from './convert-pasted.ts'
import { parsePastedHtml } from './pasted-tree.ts'

/** Blocks begin on a line of their own. */
function insertMarkdown(view: EditorView, markdown: string) {
  const { state } = view
  const { from } = state.selection.main
  const line = state.doc.lineAt(from)
  const isBlock = markdown.includes('\n') || /^(?:#|- |> |\d+\. |\|)/.test(markdown)
  const before = isBlock && line.text.slice(0, from - line.from).trim() !== '' ? '\n\n' : ''
  view.dispatch(state.replaceSelection(before + markdown), {
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
}

/** Returns true if there was formatted text. Plain text is pasted as it is. */
export function pasteFormatted(data: DataTransfer, view: EditorView): boolean {
  const html = data.getData('text/html')
  if (html === '') return false
  const { markdown, leftOut } = convertPasted(parsePastedHtml(cleanText(html)))
  if (markdown === '') return false
  insertMarkdown(view, markdown)
  hideNotice('paste')
  if (leftOut.length === 0) return true
  const undoPaste = createButton('Undo', () => {
    undo(view)
    hideNotice('paste')
    view.focus()
  })
  const close = createButton('Close', () => hideNotice('paste'), 'quiet')
  const advice = leftOut.includes('pictures') ? ' Insert the pictures from files instead.' : ''
  showNotice('paste', `Pasted without ${formatList(leftOut)}.${advice}`, undoPaste, close)
  return true
}
