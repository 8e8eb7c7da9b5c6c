/** Filters the screens by the text typed, and finds stories by words in their headlines. */
import { call } from '../../browser/api.ts'
import '../../browser/dialog-backdrop.ts'
import type { DocumentItem } from '../../contracts/endpoints/document-endpoints.ts'
import { getEditPath, newStoryPath } from './desk-screens.ts'
import { stateNames } from './document-list.ts'

/** Milliseconds after the last keystroke until the search for stories starts. */
const pause = 200
const maxFound = 7
/** Each page reads at most 200 documents. */
const maxPages = 3
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
/** Whether an option was chosen with the arrow keys since the words were typed. */
let hasMoved = false
const typed = () => input.value.trim()

/** Replaces the documents found. The option that the person moved to stays selected, if it is still there. */
function showFound(documents: readonly DocumentItem[]) {
  const selected = hasMoved ? input.getAttribute('aria-activedescendant') : null
  removeFound()
  const options = documents.map((document, index) =>
    createOption(
      `palette-found-${index}`,
      getEditPath(document),
      document.title || 'Untitled',
      stateNames[document.state],
    ),
  )
  list.append(...options)
  const shown = listShown()
  select(shown.find(({ id }) => id === selected) ?? shown[0])
}

/** The first page has titles that begin with the words, and later pages those that contain them. */
async function findStories(words: string) {
  const documents: DocumentItem[] = []
  let problem = ''
  let after: string | null | undefined
  for (let page = 0; page < maxPages && after !== null && documents.length < maxFound; page++) {
    const found = await call('GET /api/desk/documents', {
      search: words,
      ...(after === undefined ? {} : { after }),
    })
    // The words have changed since the request.
    if (words !== typed()) return
    if (found.ok) documents.push(...found.value.documents)
    else problem = found.failure.message
    after = found.ok ? found.value.next : null
    showFound(documents.slice(0, maxFound))
  }
  status.textContent = problem
  list.append(
    createOption(
      startId,
      `${newStoryPath}?${new URLSearchParams({ title: words })}`,
      words,
      'Start this story',
    ),
  )
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
  hasMoved = false
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
  hasMoved = true
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
