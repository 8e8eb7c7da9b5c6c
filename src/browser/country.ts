/**
 * The reader's country as the page shows prices by it: the script before the first paint writes it
 * down (layouts/reader-hint-script.ts), and whoever learns of it later likewise.
 */
import { priceClassOf } from '../domain/offer.ts'
import { readCookie } from './cookie.ts'

/** Takes what the `country` cookie says by now. */
export function showCountry() {
  const country = readCookie('country')
  if (!country || !/^[A-Z]{2}$/.test(country)) return
  const { dataset } = document.documentElement
  dataset.country = country
  dataset.prices = priceClassOf(country)
}
