/** Lets the user choose a picture: a file, or one that is already stored. */
import { call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import type { PictureItem } from '../../contracts/endpoints/picture-endpoints.ts'
import { getObjectPosition } from '../../domain/image/focal-point.ts'
import { getDeskImagePath } from '../../domain/image/image-path.ts'
import { createButton, findPart } from './editor-parts.ts'

/** HEIC isn't accepted, so that iPhones convert their pictures. */
const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Milliseconds after the last keystroke until the search for pictures starts. */
const pause = 250
const maxShown = 12

export type ChosenPicture = { readonly files: readonly File[] } | { readonly stored: PictureItem }

export async function chooseFiles(accept: string, isMultiple: boolean): Promise<readonly File[]> {
  const input = createElement('input', { type: 'file', accept, multiple: isMultiple })
  const { promise, resolve } = Promise.withResolvers<readonly File[]>()
  input.addEventListener('change', () => resolve([...(input.files ?? [])]))
  input.addEventListener('cancel', () => resolve([]))
  input.click()
  return promise
}

function createChoice(picture: PictureItem, onChoose: () => void) {
  const { id, alt, name, focus } = picture
  const image = createElement('img', { src: getDeskImagePath(id, 384), alt: '', loading: 'lazy' })
  image.style.objectPosition = getObjectPosition(focus ?? undefined) ?? ''
  const button = createElement(
    'button',
    { type: 'button', class: 'stored' },
    image,
    createElement('span', { dir: 'auto' }, alt || name || id),
  )
  button.addEventListener('click', onChoose)
  return createElement('li', {}, button)
}

export async function choosePicture(isMultiple: boolean): Promise<ChosenPicture | null> {
  const dialog = findPart<HTMLDialogElement>('picture-dialog')
  const { promise, resolve } = Promise.withResolvers<ChosenPicture | null>()
  const list = createElement('ul', { class: 'plain-list stored-pictures' })
  const status = createElement('p', { role: 'status', class: 'fine' })
  const search = createElement('input', { type: 'search', autocomplete: 'off', maxlength: '100' })
  const choose = createButton(
    isMultiple ? 'Choose files' : 'Choose a file',
    async () => {
      const files = await chooseFiles(acceptedTypes, isMultiple)
      if (files.length > 0) resolve({ files })
    },
    'go',
  )
  const onCancel = () => resolve(null)

  async function find() {
    const words = search.value.trim()
    const found = await call('GET /api/desk/pictures', words === '' ? {} : { search: words })
    if (words !== search.value.trim()) return
    const pictures = found.ok ? found.value.pictures.slice(0, maxShown) : []
    status.textContent = found.ok
      ? pictures.length === 0
        ? 'Nothing found.'
        : ''
      : found.failure.message
    list.replaceChildren(
      ...pictures.map((stored) => createChoice(stored, () => resolve({ stored }))),
    )
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  search.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(find, pause)
  })
  findPart('picture-content').replaceChildren(
    createElement('div', { class: 'buttons' }, choose, createButton('Cancel', onCancel)),
    createElement(
      'label',
      {},
      isMultiple ? 'Or find stored pictures' : 'Or find a stored picture',
      search,
    ),
    status,
    list,
  )
  findPart('picture-title').textContent = isMultiple ? 'Insert a gallery' : 'Insert a picture'
  dialog.addEventListener('cancel', onCancel)
  dialog.showModal()
  choose.focus()
  void find()
  const chosen = await promise
  clearTimeout(timer)
  dialog.removeEventListener('cancel', onCancel)
  dialog.close()
  return chosen
}
