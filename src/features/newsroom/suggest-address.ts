/** Suggests the address while the headline is typed; for other scripts, the Worker does (functions/newsroom/). */
import { toLatinSlug } from '../../domain/latin-slug.ts'

const form = document.querySelector<HTMLFormElement>('[data-new-story-form]')
const title = form?.querySelector('textarea')
const address = form?.querySelector<HTMLInputElement>('#slug')

if (form && title && address) {
  // The first empty field gets the focus, because the page is only this form.
  const first = title.value === '' ? title : address
  first.focus()
  // An address that the user has typed is kept.
  let suggested = address.value === '' ? '' : null
  title.addEventListener('input', () => {
    if (suggested === null || address.value !== suggested) return
    suggested = toLatinSlug(title.value) ?? ''
    address.value = suggested
  })
  title.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', () => {
    // For an empty address, the Worker finds the next free one.
    if (suggested !== null && address.value === suggested) address.value = ''
  })
}
