/** Pictures for the text: dropped, pasted or chosen, described at once, stored while they are described. */
import type { EditorView } from '@codemirror/view'
import { createElement } from '../../browser/create-element.ts'
import { createButton, findPart } from './editor-parts.ts'
import { formatDirective } from './text/directive-lines.ts'
import { insertBlock } from './text/text-commands.ts'
import { uploadPicture } from './upload-picture.ts'

export type StoredPicture = {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly caption: string
  readonly credit: string
}

const createField = (name: string, label: string, hint = '') => {
  const input = createElement('input', { name, dir: 'auto', autocomplete: 'off' })
  const field = createElement('label', {}, label, hint && createElement('small', {}, hint), input)
  return { input, field }
}

/** Null if the person doesn't want it any more. */
async function describePicture(file: File): Promise<StoredPicture | null> {
  const dialog = findPart<HTMLDialogElement>('picture-dialog')
  const content = findPart('picture-content')
  const alt = createField(
    'alt',
    'Description',
    'What somebody who can’t see it should know. Needed for publishing.',
  )
  const caption = createField('caption', 'Caption')
  const credit = createField('credit', 'Credit', 'Who took or drew it. Needed for publishing.')
  const progress = createElement('progress', { max: '1', 'aria-label': 'Upload' })
  const status = createElement('p', { role: 'status' }, `Uploading ${file.name}…`)
  const { promise, resolve } = Promise.withResolvers<StoredPicture | null>()
  const abort = new AbortController()
  const insert = createButton('Insert', () => {}, 'go')
  insert.disabled = true
  const cancel = createButton('Cancel', () => resolve(null))
  content.replaceChildren(
    status,
    progress,
    alt.field,
    caption.field,
    credit.field,
    createElement('div', { class: 'buttons' }, insert, cancel),
  )
  const onCancel = () => resolve(null)
  dialog.addEventListener('cancel', onCancel)
  dialog.showModal()
  alt.input.focus()

  const stored = uploadPicture(file, abort.signal, (share) => {
    progress.value = share
  })
  void stored.then((result) => {
    progress.hidden = true
    if (!result.ok) {
      status.textContent = result.failure
      status.className = 'problem'
      return
    }
    status.textContent = `${file.name} is stored.`
    insert.disabled = false
    insert.addEventListener('click', () =>
      resolve({
        ...result.value,
        alt: alt.input.value.trim(),
        caption: caption.input.value.trim(),
        credit: credit.input.value.trim(),
      }),
    )
  })
  const picture = await promise
  abort.abort()
  dialog.removeEventListener('cancel', onCancel)
  dialog.close()
  return picture
}

export async function choosePictureFile(): Promise<File | null> {
  const input = createElement('input', { type: 'file', accept: 'image/*' })
  const { promise, resolve } = Promise.withResolvers<File | null>()
  input.addEventListener('change', () => resolve(input.files?.[0] ?? null))
  input.addEventListener('cancel', () => resolve(null))
  input.click()
  return promise
}

export async function addPicture(file: File | null): Promise<StoredPicture | null> {
  return file && describePicture(file)
}

export function startPictures() {
  async function insert(file: File | null, view: EditorView) {
    const picture = await addPicture(file)
    if (!picture) return view.focus()
    const { id, width, height, alt, caption, credit } = picture
    insertBlock(
      view,
      formatDirective('::figure', {
        image: id,
        width: String(width),
        height: String(height),
        alt,
        caption,
        credit,
      }),
    )
  }
  return {
    choose: (view: EditorView) => void choosePictureFile().then((file) => insert(file, view)),
    /** True if there is a picture among them. */
    takeFiles(files: readonly File[], view: EditorView): boolean {
      const pictures = files.filter(({ type }) => type.startsWith('image/'))
      if (pictures.length === 0) return false
      void pictures.reduce<Promise<unknown>>(
        (before, file) => before.then(() => insert(file, view)),
        Promise.resolve(),
      )
      return true
    },
  }
}
