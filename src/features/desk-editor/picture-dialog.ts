/** Inserts pictures that are dropped, pasted or chosen. Each is uploaded while the user describes it. */
import type { EditorView } from '@codemirror/view'
import { call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import { uploadPicture } from '../../browser/upload-file.ts'
import type { PictureItem } from '../../contracts/endpoints/picture-endpoints.ts'
import { type Result, succeed } from '../../domain/result.ts'
import { createButton, findPart } from './editor-parts.ts'
import { type ChosenPicture, choosePicture } from './picture-chooser.ts'
import { formatDirective } from './text/directive-lines.ts'
import { insertBlock } from './text/text-commands.ts'
import { createUploadStatus } from './upload-status.ts'

export type DescribedPicture = Pick<PictureItem, 'id' | 'width' | 'height' | 'focus'> & {
  readonly alt: string
  readonly caption: string
  readonly credit: string
}

export const createField = (name: string, label: string, hint = '') => {
  const input = createElement('input', { name, dir: 'auto', autocomplete: 'off' })
  const field = createElement('label', {}, label, hint && createElement('small', {}, hint), input)
  return { input, field }
}

/** The same dialog asks for pictures and recordings. */
export const setDialogTitle = (title: string) => {
  findPart('picture-title').textContent = title
}

/** Adds texts that the library lacks. If that fails, they are still in the story. */
function describeStored({ id, alt, credit }: PictureItem, picture: DescribedPicture) {
  const texts = {
    ...(alt === '' && picture.alt !== '' ? { alt: picture.alt } : {}),
    ...(credit === '' && picture.credit !== '' ? { credit: picture.credit } : {}),
  }
  if (Object.keys(texts).length > 0) void call('PATCH /api/desk/pictures/:id', { id, ...texts })
}

/** Returns null if the user cancels. */
async function describePicture(
  name: string,
  store: (status: ReturnType<typeof createUploadStatus>) => Promise<Result<PictureItem, string>>,
): Promise<DescribedPicture | null> {
  const dialog = findPart<HTMLDialogElement>('picture-dialog')
  setDialogTitle('Insert a picture')
  const alt = createField(
    'alt',
    'Description',
    'Describe the picture for somebody who can’t see it. Required for publishing.',
  )
  const caption = createField('caption', 'Caption')
  const credit = createField(
    'credit',
    'Credit',
    'Name the person who took or drew the picture. Required for publishing.',
  )
  const status = createUploadStatus(name)
  const { promise, resolve } = Promise.withResolvers<DescribedPicture | null>()
  const insert = createButton('Insert', () => {}, 'go')
  insert.disabled = true
  const onCancel = () => resolve(null)
  findPart('picture-content').replaceChildren(
    ...status.elements,
    alt.field,
    caption.field,
    credit.field,
    createElement('div', { class: 'buttons' }, insert, createButton('Cancel', onCancel)),
  )
  dialog.addEventListener('cancel', onCancel)
  dialog.showModal()
  alt.input.focus()

  void store(status).then((result) => {
    status.end(result)
    if (!result.ok) return
    const stored = result.value
    alt.input.value ||= stored.alt
    credit.input.value ||= stored.credit
    insert.disabled = false
    insert.addEventListener('click', () => {
      const picture = {
        id: stored.id,
        width: stored.width,
        height: stored.height,
        focus: stored.focus,
        alt: alt.input.value.trim(),
        caption: caption.input.value.trim(),
        credit: credit.input.value.trim(),
      }
      describeStored(stored, picture)
      resolve(picture)
    })
  })
  const picture = await promise
  status.abort()
  dialog.removeEventListener('cancel', onCancel)
  dialog.close()
  return picture
}

const describeFile = (file: File) =>
  describePicture(file.name, ({ signal, onProgress }) =>
    uploadPicture(file, { signal, onProgress }),
  )

/** Asks for the texts of each picture, one after the other. */
export async function describeChosen(
  chosen: ChosenPicture | null,
): Promise<readonly DescribedPicture[]> {
  if (!chosen) return []
  const pictures: (DescribedPicture | null)[] = []
  if ('stored' in chosen) {
    const { stored } = chosen
    pictures.push(await describePicture(stored.name || stored.id, async () => succeed(stored)))
  } else for (const file of chosen.files) pictures.push(await describeFile(file))
  return pictures.filter((picture) => picture !== null)
}

const formatFigure = ({ id, width, height, focus, alt, caption, credit }: DescribedPicture) =>
  formatDirective('::figure', {
    image: id,
    width: String(width),
    height: String(height),
    alt,
    caption,
    credit,
    ...(focus === null ? {} : { focus }),
  })

export function startPictures() {
  async function insert(chosen: ChosenPicture | null, view: EditorView) {
    const pictures = await describeChosen(chosen)
    for (const picture of pictures) insertBlock(view, formatFigure(picture))
    if (pictures.length === 0) view.focus()
  }

  async function insertGallery(view: EditorView) {
    const pictures = await describeChosen(await choosePicture(true))
    if (pictures.length === 0) return view.focus()
    insertBlock(view, `:::gallery\n\n${pictures.map(formatFigure).join('\n\n')}\n\n:::`)
  }

  return {
    choose: async (view: EditorView) => insert(await choosePicture(false), view),
    insertGallery,
    /** Returns true if there is a picture among the files. */
    takeFiles(files: readonly File[], view: EditorView): boolean {
      const pictures = files.filter(({ type }) => type.startsWith('image/'))
      if (pictures.length > 0) void insert({ files: pictures }, view)
      return pictures.length > 0
    },
  }
}
