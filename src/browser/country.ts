/** The country selects prices. It is fetched even for readers who forbid tracking: it isn't counted. */
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { readCookie } from './cookie.ts'

async function showCountry() {
  const [country] = /^[A-Z]{2}$/.exec(readCookie('country')) ?? []
  if (!country) return
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

/** Every response of the API sets the cookie; this call does nothing else. */
export function fetchCountry() {
  if (isFetching) return
  isFetching = true
  // Without an answer the page keeps showing all prices.
  fetch(clientPath)
    // Chromium keeps a connection open whose response is never read.
    .then((response) => response.text())
    .then(showCountry)
    .catch(() => {})
}
