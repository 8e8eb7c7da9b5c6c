/**
 * The reader's country, which decides the prices that are shown and the note for India. The script
 * before the first paint reads it from the `country` cookie (layouts/reader-hint-script.ts); a first
 * page has no cookie yet, and asks for it here. It is needed for correct prices and isn't counted
 * anywhere, so readers who ask not to be tracked get it too.
 */
import { endpoints } from '../contracts/endpoints.ts'
import { priceClassOf } from '../domain/offer.ts'
import { readCookie } from './cookie.ts'

function showCountry() {
  const country = readCookie('country')
  if (!/^[A-Z]{2}$/.test(country)) return
  const { dataset } = document.documentElement
  // The page is there already, so nothing on it may move (styles/reader.css).
  dataset.pricesLate = ''
  dataset.country = country
  dataset.prices = priceClassOf(country)
}

let isAsked = false

/** Every answer of the API sets the cookie; this call does nothing else. */
export function askForCountry() {
  if (isAsked) return
  isAsked = true
  // Without an answer the page keeps showing all prices.
  fetch(endpoints.client).then(showCountry, () => {})
}
