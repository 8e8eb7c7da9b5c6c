/**
 * Rates a story. The server stores the rating, and the reader can change it. A logged-in reader's is
 * asked for when the form comes near; a guest's is remembered on this device, beside its cookie.
 */
import { track } from '../../browser/analytics.ts'
import { callForJson } from '../../browser/api.ts'
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { RatingRequest, RatingResponse } from '../../contracts/rating.ts'

const near = '300px'

const isGuest = () => document.documentElement.dataset.reader === 'guest'

/** Also gets a guest's device its cookie: see contracts/rating.ts. */
async function send(address: string, request: RatingRequest) {
  const answer = await callForJson<RatingResponse>('PUT', address, request)
  if (answer.ok || answer.failure.code !== 'unknown_device') return answer
  return callForJson<RatingResponse>('PUT', address, request)
}

export function startRating(slug: string, form: HTMLFormElement) {
  const address = `${endpoints.ratings}/${slug}`
  const memory = `rating.${slug}`
  const button = form.querySelector('button')!
  const status = form.querySelector('[role="status"]')!
  let isSending = false
  /** The reader has begun to choose, and an answer that comes late must not change it. */
  let isTouched = false

  function confirm(rating: number) {
    button.textContent = 'Change rating'
    status.textContent = `Thank you. You gave this story ${rating} of 5.`
  }

  function show(rating: number) {
    const choice = form.querySelector<HTMLInputElement>(`input[value="${rating}"]`)
    if (!choice) return
    choice.checked = true
    confirm(rating)
  }

  async function showStored() {
    const answer = await callForJson<RatingResponse>('GET', address)
    if (answer.ok && answer.value.rating !== null && !isTouched) show(answer.value.rating)
  }

  form.addEventListener('change', () => {
    isTouched = true
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    const rating = Number(new FormData(form).get('rating'))
    status.textContent = 'Sending your rating…'
    const answer = await send(address, { rating })
    isSending = false
    if (!answer.ok) {
      status.textContent = answer.failure.message
      return
    }
    if (isGuest()) keepOnDevice(memory, String(rating))
    track('Article Rated', { slug, rating })
    // The reader may have chosen another meanwhile, and can send that.
    confirm(rating)
  })

  if (isGuest()) {
    const given = Number(readFromDevice(memory))
    if (given) show(given)
    return
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      void showStored()
    },
    { rootMargin: near },
  )
  observer.observe(form)
}
