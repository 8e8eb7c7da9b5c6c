/** Adds recordings to the text. Each is uploaded while the user describes it. */
import type { EditorView } from '@codemirror/view'
import { createElement } from '../../browser/create-element.ts'
import { uploadRecording } from '../../browser/upload-file.ts'
import { createButton, findPart } from './editor-parts.ts'
import { chooseFiles } from './picture-chooser.ts'
import { createField, setDialogTitle } from './picture-dialog.ts'
import { formatDirective } from './text/directive-lines.ts'
import { insertBlock } from './text/text-commands.ts'
import { createUploadStatus } from './upload-status.ts'

/** Returns the directive; null if the user cancels. */
async function describeRecording(file: File): Promise<string | null> {
  const dialog = findPart<HTMLDialogElement>('picture-dialog')
  setDialogTitle('Insert a recording')
  const title = createField('title', 'Title', 'Say what can be heard. Required for publishing.')
  const credit = createField(
    'credit',
    'Credit',
    'Name the person who is speaking or playing, or who made the recording.',
  )
  const status = createUploadStatus(file.name)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const insert = createButton('Insert', () => {}, 'go')
  insert.disabled = true
  const onCancel = () => resolve(null)
  findPart('picture-content').replaceChildren(
    ...status.elements,
    title.field,
    credit.field,
    createElement('div', { class: 'buttons' }, insert, createButton('Cancel', onCancel)),
  )
  dialog.addEventListener('cancel', onCancel)
  dialog.showModal()
  title.input.focus()
  void uploadRecording(file, { signal: status.signal, onProgress: status.onProgress }).then(
    (stored) => {
      status.end(stored)
      if (!stored.ok) return
      const { id } = stored.value
      insert.disabled = false
      insert.addEventListener('click', () =>
        resolve(
          formatDirective('::audio', {
            file: id,
            title: title.input.value.trim(),
            credit: credit.input.value.trim(),
          }),
        ),
      )
    },
  )
  const directive = await promise
  status.abort()
  dialog.removeEventListener('cancel', onCancel)
  dialog.close()
  return directive
}

export async function insertRecording(view: EditorView) {
  const [file] = await chooseFiles('audio/*', false)
  const directive = file ? await describeRecording(file) : null
  if (directive === null) view.focus()
  else insertBlock(view, directive)
}
