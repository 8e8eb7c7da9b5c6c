/** Updates the list while the user types in the form. Without scripts, the form's button does the same. */
import { replaceList } from './list-renewed.ts'

/** Milliseconds after the last keystroke. */
const pause = 300

const form = document.querySelector<HTMLFormElement>('[data-filters]')
let timer: ReturnType<typeof setTimeout> | undefined
let asked = 0

function formatAddress(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(
    ([name, value]) => value !== '' && !(name === 'collection' && value === 'articles'),
  )
  const query = new URLSearchParams(fields as [string, string][])
  return form.action + (query.size > 0 ? `?${query}` : '')
}

async function follow(form: HTMLFormElement) {
  const address = formatAddress(form)
  if (address === location.href) return
  asked++
  const turn = asked
  const list = document.querySelector('[data-list]')!
  list.ariaBusy = 'true'
  const response = await fetch(address).catch(() => null)
  if (turn !== asked) return
  if (!response?.ok || response.redirected) {
    // Submits the form, so that the browser shows the error.
    form.submit()
    return
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [found, tabs] = ['[data-list]', '[data-tabs]'].map((part) => page.querySelector(part)!)
  replaceList(list, found!)
  document.querySelector('[data-tabs]')!.replaceWith(tabs!)
  history.replaceState(null, '', address)
  const count = found!.querySelectorAll('.document').length
  const isSearch = new URL(address).searchParams.has('search')
  const hasOlder = !isSearch && found!.querySelector('[rel="next"]') !== null
  document.querySelector('[data-found]')!.textContent =
    count === 0 ? 'Nothing found' : `${count} found${hasOlder ? ', and older ones' : ''}`
}

if (form) {
  form.querySelector<HTMLElement>('[type="submit"]')!.hidden = true
  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer)
    // Controls outside the form change its fields.
    if (target instanceof HTMLSelectElement) form.requestSubmit()
    else timer = setTimeout(follow, pause, form)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    location.assign(formatAddress(form))
  })
}
