/** Sends what a reader thought of a story, once, and remembers it on this device. */
import { track } from '../../browser/analytics.ts'
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'

export function startRating(slug: string, form: HTMLFormElement) {
  const memory = `rating.${slug}`
  const fields = form.querySelector('fieldset')!
  const button = form.querySelector('button')!
  const status = form.querySelector('[role="status"]')!

  function close(rating: number) {
    const choice = form.querySelector<HTMLInputElement>(`input[value="${rating}"]`)
    if (!choice) return
    choice.checked = true
    fields.disabled = true
    button.hidden = true
    status.textContent = `Thank you. You gave this story ${rating} of 5.`
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // A press twice finds the fields closed.
    if (fields.disabled) return
    const rating = Number(new FormData(form).get('rating'))
    track('Article Rated', { slug, rating })
    keepOnDevice(memory, String(rating))
    close(rating)
  })
  const given = Number(readFromDevice(memory))
  if (given) close(given)
}
