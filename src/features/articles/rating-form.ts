/** The server stores ratings. A guest's rating is also stored on this device, beside its cookie. */
import { track } from '../../browser/analytics.ts'
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import type { Identified } from '../../domain/identifier.ts'

const observerMargin = '300px'

const isGuest = () => document.documentElement.dataset.reader === 'guest'

/** The API's code is loaded on demand, because few readers rate a story. */
const loadApi = () => import('../../browser/api.ts')

/** The first response sets a guest's cookie (contracts/rating-endpoints.ts). */
async function sendRating(slug: string, rating: number) {
  const { call } = await loadApi()
  const result = await call('PUT /api/ratings/:slug', { slug, rating })
  if (result.ok || result.failure.code !== 'unknown_device') return result
  return call('PUT /api/ratings/:slug', { slug, rating })
}

export function setUpRatingForm({ slug, identifier }: Identified, form: HTMLFormElement) {
  const ratedAs = identifier ?? slug
  const storageKey = `rating.${ratedAs}` as const
  const button = form.querySelector('button')!
  const status = form.querySelector('[role="status"]')!
  let isSending = false
  /** A late response must not change the reader's choice. */
  let hasInput = false

  function showConfirmation(rating: number) {
    button.textContent = 'Change rating'
    status.textContent = `Thank you. You gave this story ${rating} out of 5.`
  }

  function selectRating(rating: number) {
    const choice = form.querySelector<HTMLInputElement>(`input[value="${rating}"]`)
    if (!choice) return
    choice.checked = true
    showConfirmation(rating)
  }

  async function loadStoredRating() {
    const { call } = await loadApi()
    const result = await call('GET /api/ratings/:slug', { slug: ratedAs })
    if (result.ok && result.value.rating !== null && !hasInput) selectRating(result.value.rating)
  }

  form.addEventListener('change', () => {
    hasInput = true
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    const rating = Number(new FormData(form).get('rating'))
    status.textContent = 'Sending your rating…'
    const result = await sendRating(slug, rating)
    isSending = false
    if (!result.ok) {
      status.textContent = result.failure.message
      return
    }
    if (isGuest()) storeDeviceItem(storageKey, String(rating))
    track('Article Rated', { slug, rating })
    // The reader may have chosen another rating since, which can be sent next.
    showConfirmation(rating)
  })

  if (isGuest()) {
    const storedRating = Number(readDeviceItem(storageKey))
    if (storedRating) selectRating(storedRating)
    return
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      void loadStoredRating()
    },
    { rootMargin: observerMargin },
  )
  observer.observe(form)
}
