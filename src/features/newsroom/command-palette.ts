/** Filters the screens by the text typed, and finds stories by words in their headlines. */
import { call } from '../../browser/api.ts'
import '../../browser/dialog-backdrop.ts'
import { getEditPath, newStoryPath } from './desk-screens.ts'
import { stateNames } from './document-list.ts'

/** Milliseconds after the last keystroke until the search for stories starts. */
const pause = 200
const maxFound = 7
const startId = 'palette-start'

const dialog = document.querySelector<HTMLDialogElement>('[data-palette]')!
const input = dialog.querySelector('input')!
const list = dialog.querySelector<HTMLElement>('[role="listbox"]')!
const status = dialog.querySelector('[role="status"]')!
const screens = [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')]

const listShown = () => [
  ...list.querySelectorAll<HTMLAnchorElement>('[role="option"]:not([hidden])'),
]

function select(option: HTMLElement | undefined) {
  for (const other of list.querySelectorAll('[aria-selected="true"]'))
    other.setAttribute('aria-selected', 'false')
  option?.setAttribute('aria-selected', 'true')
  option?.scrollIntoView({ block: 'nearest' })
  input.setAttribute('aria-activedescendant', option?.id ?? '')
}

function createOption(id: string, path: string, name: string, detail: string) {
  const option = document.createElement('a')
  Object.assign(option, { id, href: path, tabIndex: -1, role: 'option' })
  option.dataset.found = ''
  option.setAttribute('aria-selected', 'false')
  const title = document.createElement('bdi')
  title.textContent = name
  const note = document.createElement('span')
  note.textContent = detail
  option.append(title, note)
  return option
}

let timer: ReturnType<typeof setTimeout> | undefined
const typed = () => input.value.trim()

async function findStories(words: string) {
  const found = await call('GET /api/desk/documents', { search: words })
  // The words have changed since the request.
  if (words !== typed()) return
  const documents = found.ok ? found.value.documents.slice(0, maxFound) : []
  const options = documents.map((document, index) =>
    createOption(
      `palette-found-${index}`,
      getEditPath(document),
      document.title || 'Untitled',
      stateNames[document.state],
    ),
  )
  const start = createOption(
    startId,
    `${newStoryPath}?${new URLSearchParams({ title: words })}`,
    words,
    'Start this story',
  )
  removeFound()
  list.append(...options, start)
  status.textContent = found.ok ? '' : found.failure.message
  if (!list.querySelector('[aria-selected="true"]:not([hidden])')) select(listShown()[0])
}

function removeFound() {
  for (const option of list.querySelectorAll('[data-found]')) option.remove()
}

function update() {
  const words = typed()
  for (const screen of screens)
    screen.hidden = !screen.textContent.trim().toLowerCase().includes(words.toLowerCase())
  clearTimeout(timer)
  status.textContent = ''
  // The option to start a story reappears, with the current words, once no story is found to have them.
  document.getElementById(startId)?.remove()
  if (words === '') removeFound()
  else if ('findsStories' in dialog.dataset) timer = setTimeout(findStories, pause, words)
  select(listShown()[0])
}

function open() {
  if (dialog.open) return
  input.value = ''
  update()
  dialog.showModal()
  input.focus()
}

function move(by: number) {
  const options = listShown()
  const at = options.findIndex((option) => option.ariaSelected === 'true')
  select(options.at((at + by) % options.length))
}

input.addEventListener('input', update)
input.addEventListener('keydown', (event) => {
  if (event.isComposing) return
  if (event.key === 'ArrowDown') move(1)
  else if (event.key === 'ArrowUp') move(-1)
  else if (event.key === 'Enter')
    listShown()
      .find((option) => option.ariaSelected === 'true')
      ?.click()
  else return
  event.preventDefault()
})
dialog.querySelector('[data-close]')!.addEventListener('click', () => dialog.close())

const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
for (const button of document.querySelectorAll<HTMLElement>('[data-open-palette]')) {
  button.hidden = false
  button.addEventListener('click', open)
  const key = button.querySelector('kbd')
  if (key) key.textContent = isApple ? '⌘K' : 'Ctrl K'
}

addEventListener('keydown', (event) => {
  if (event.key !== 'k' || !(isApple ? event.metaKey : event.ctrlKey) || event.shiftKey) return
  event.preventDefault()
  open()
})
