/** The country selects prices. It is fetched even for readers who forbid tracking: it isn't counted. */
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { readCookie } from './cookie.ts'

async function showCountry() {
  const country = readCookie('country')
  if (!/^[A-Z]{2}$/.test(country)) return
  // Later visits don't need the prices: the hint script reads the cookie.
  const { getPriceClass } = await import('../domain/subscription/offer.ts')
  const { dataset } = document.documentElement
  // The page is already painted, so nothing on it may move (styles/reader-state.css).
  dataset.pricesLate = ''
  dataset.country = country
  dataset.prices = getPriceClass(country)
}

const clientPath: EndpointPath<'GET /api/client'> = '/api/client'
let isFetching = false

/** Every response of the API sets the cookie, perhaps another one since the page began; this call does nothing else. */
export function fetchCountry() {
  if (isFetching) return
  isFetching = true
  const answer = readCookie('country')
    ? Promise.resolve('')
    : // Chromium keeps a connection open whose response is never read.
      fetch(clientPath).then((response) => response.text())
  // Without an answer the page keeps showing all prices.
  answer.then(showCountry).catch(() => {})
}
