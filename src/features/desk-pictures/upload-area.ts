/** Uploads files one after the other, and shows their progress. The list of pictures is updated after each. */
import { createElement } from '../../browser/create-element.ts'
import { type UploadProgress, uploadPicture } from '../../browser/upload-file.ts'
import type { PictureItem } from '../../contracts/endpoints/picture-endpoints.ts'
import { getPicturePath } from './picture-list.ts'
import { renewList } from './renew-list.ts'
import { listFiles, watchDrops } from './watch-drops.ts'

const list = document.querySelector<HTMLElement>('[data-uploads]')!

/** The number of unfinished uploads. */
let pending = 0
let queue: Promise<unknown> = Promise.resolve()

function addRow(file: File) {
  const said = createElement('span', { class: 'said', role: 'status' }, 'Waiting…')
  const progress = createElement('progress', { max: '1', value: '0', 'aria-label': file.name })
  const abort = new AbortController()
  const cancel = createElement('button', { type: 'button' }, 'Cancel')
  const row = createElement(
    'li',
    {},
    createElement('bdi', { class: 'name' }, file.name),
    cancel,
    said,
    progress,
  )
  cancel.addEventListener('click', () => {
    abort.abort()
    row.remove()
  })
  list.prepend(row)
  return {
    signal: abort.signal,
    onProgress({ share, isWaiting }: UploadProgress) {
      progress.value = share
      said.textContent = isWaiting
        ? 'Interrupted. We’ll keep trying.'
        : share === 1
          ? 'Storing…'
          : `${Math.floor(share * 100)}%`
    },
    end(stored: PictureItem) {
      said.textContent = stored.alt === '' ? 'Stored. It needs a description.' : 'Stored.'
      cancel.replaceWith(
        createElement(
          'a',
          { href: getPicturePath(stored.id) },
          stored.alt === '' ? 'Describe it' : 'Open',
        ),
      )
      progress.remove()
    },
    fail(reason: string) {
      said.textContent = reason
      said.className = 'said problem'
      progress.remove()
      cancel.textContent = 'Remove'
    },
  }
}

async function send(file: File, row: ReturnType<typeof addRow>) {
  const { signal, onProgress } = row
  const stored = signal.aborted ? null : await uploadPicture(file, { signal, onProgress })
  pending--
  if (stored === null || signal.aborted) return
  if (!stored.ok) return row.fail(stored.failure)
  row.end(stored.value)
  await renewList()
}

function addFiles(files: readonly File[]) {
  for (const file of files) {
    const row = addRow(file)
    pending++
    queue = queue.then(() => send(file, row))
  }
}

addEventListener('beforeunload', (event) => {
  if (pending > 0) event.preventDefault()
})

for (const [button, input] of [
  ['[data-choose-files]', '[data-files]'],
  ['[data-take-photo]', '[data-camera]'],
] as const) {
  const field = document.querySelector<HTMLInputElement>(input)!
  const opener = document.querySelector<HTMLButtonElement>(button)!
  opener.addEventListener('click', () => field.click())
  opener.disabled = false
  field.addEventListener('change', () => {
    addFiles([...(field.files ?? [])])
    // Lets the user choose the same file again.
    field.value = ''
  })
}

watchDrops(document.querySelector<HTMLElement>('[data-drop]')!, addFiles)
addEventListener('paste', (event) => {
  const files = listFiles(event.clipboardData)
  if (files.length === 0) return
  event.preventDefault()
  addFiles(files)
})
