/** Saves a picture's texts and focal point, and replaces the picture everywhere. */
import { call } from '../../browser/api.ts'
import { uploadPicture } from '../../browser/upload-file.ts'
import { getDeskImagePath } from '../../domain/image/image-path.ts'
import { startFocalPoint } from './focal-point-control.ts'
import { getPicturePath } from './picture-list.ts'

const root = document.querySelector<HTMLElement>('[data-picture]')!
const id = root.dataset.picture!
const find = <Found extends HTMLElement = HTMLElement>(part: string) =>
  root.querySelector<Found>(`[data-${part}]`)!

const form = find<HTMLFormElement>('details')
const saved = find('saved')
let isChanged = false

function say(place: HTMLElement, text: string, isProblem = false) {
  place.textContent = text
  place.classList.toggle('problem', isProblem)
}

function markChanged() {
  isChanged = true
  say(saved, 'Not saved yet')
}

const focalPoint = startFocalPoint(markChanged)

const countPlaces = (count: number) => `${count} ${count === 1 ? 'place' : 'places'}`

form.addEventListener('input', markChanged)
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const data = new FormData(form)
  const read = (name: string) => String(data.get(name) ?? '').trim()
  say(saved, 'Saving…')
  isChanged = false
  const answer = await call('PATCH /api/desk/pictures/:id', {
    id,
    alt: read('alt'),
    credit: read('credit'),
    licence: read('licence'),
    focus: focalPoint.read(),
  })
  if (answer.ok) {
    const { changed } = answer.value
    // The user may have typed during the request.
    if (!isChanged)
      say(saved, changed === 0 ? 'Saved' : `Saved, and updated in ${countPlaces(changed)}`)
    return
  }
  isChanged = true
  say(saved, answer.failure.message, true)
})

find<HTMLButtonElement>('save').disabled = false

addEventListener('beforeunload', (event) => {
  if (isChanged) event.preventDefault()
})

function offerReplacing(button: HTMLButtonElement) {
  button.disabled = false
  const input = find<HTMLInputElement>('replacement')
  const [progress, confirm, said] = [
    find<HTMLProgressElement>('progress'),
    find('confirm'),
    find('replaced'),
  ]
  const newPicture = find<HTMLImageElement>('new')
  let by: string | null = null

  button.addEventListener('click', () => input.click())
  input.addEventListener('change', async () => {
    const [file] = input.files ?? []
    input.value = ''
    if (!file) return
    progress.hidden = false
    say(said, '')
    const stored = await uploadPicture(file, {
      signal: new AbortController().signal,
      onProgress({ share, isWaiting }) {
        progress.value = share
        say(said, isWaiting ? 'Interrupted. We’ll keep trying.' : '')
      },
    })
    progress.hidden = true
    if (!stored.ok) return say(said, stored.failure, true)
    if (stored.value.id === id)
      return say(said, 'This is the same picture. Choose a different one.', true)
    by = stored.value.id
    newPicture.src = getDeskImagePath(by, 384)
    button.hidden = true
    confirm.hidden = false
    find('confirm-replace').focus()
  })
  find('keep').addEventListener('click', () => {
    confirm.hidden = true
    button.hidden = false
    button.focus()
  })
  find('confirm-replace').addEventListener('click', async () => {
    if (by === null) return
    let changed = 0
    for (let left = 1; left > 0; ) {
      say(said, changed === 0 ? 'Replacing…' : `Replaced in ${countPlaces(changed)}…`)
      const answer = await call('POST /api/desk/pictures/:id/replace', { id, by })
      if (!answer.ok) return say(said, answer.failure.message, true)
      left = answer.value.left
      changed += answer.value.changed
    }
    isChanged = false
    location.assign(getPicturePath(by))
  })
}

const replaceButton = root.querySelector<HTMLButtonElement>('[data-replace]')
if (replaceButton) offerReplacing(replaceButton)
