/**
 * Fetches the country, which determines prices, even for readers who opt out of tracking, because the request isn't
 * counted.
 */
import type { EndpointPath } from '../contracts/endpoints/endpoint-path.ts'
import { readCookie } from './cookie.ts'

function showFetchedCountry() {
  const country = readCookie('country')
  if (!/^[A-Z]{2}$/.test(country)) return
  // The page has already been painted, so nothing on it may move (styles/reader-state.css).
  document.documentElement.dataset.pricesLate = ''
  // The pre-paint script defines `showCountry` (layouts/reader-hint-script.ts).
  globalThis.showCountry(country)
}

const clientPath: EndpointPath<'GET /api/client'> = '/api/client'
let isFetching = false

/**
 * Calls an endpoint only for its country cookie. Every API response sets the cookie, which may have changed since the
 * page loaded.
 */
export function fetchCountry() {
  if (isFetching) return
  isFetching = true
  const answer = readCookie('country')
    ? Promise.resolve('')
    : // Chromium keeps a connection open if its response is never read.
      fetch(clientPath).then((response) => response.text())
  // Without a response, the page still shows all prices.
  answer.then(showFetchedCountry).catch(() => {})
}
