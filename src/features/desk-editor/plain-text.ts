/** A plain text area in place of CodeMirror, for keyboards and screen readers that need it, and if CodeMirror fails. */
import { findAct, findPart, fitTextArea } from './editor-parts.ts'
import type { TextEditor } from './text/create-text-editor.ts'

export function offerPlainText(text: TextEditor) {
  const area = findPart<HTMLTextAreaElement>('plain')
  const button = findAct('plain')
  let isPlain = false

  function toggle() {
    isPlain = !isPlain
    button.setAttribute('aria-pressed', String(isPlain))
    area.hidden = !isPlain
    for (const name of ['text', 'toolbar']) findPart(name).hidden = isPlain
    if (isPlain) {
      area.value = text.read()
      fitTextArea(area)
      area.focus()
    } else text.focus()
  }

  area.addEventListener('input', () => {
    text.replace(area.value)
    fitTextArea(area)
  })
  button.addEventListener('click', toggle)
  return { toggle }
}
