/**
 * Before the first paint, writes the reader's state for styles, and preloads a closed part that will open, with its
 * styles. The build bundles it (scripts/build/bundle-script.ts), so it imports nothing large.
 *     <html data-reader="guest | undefined | isSubscribed | …" data-open data-payment-failed
 *           data-pass data-given data-gift-ended
 *           data-weekly data-country="IN" data-prices="domestic | international" data-theme="dark" data-text-size="large">
 * `undefined` is a reader whose cookie this page doesn't understand. `pass` is a story that this device may open
 * without a subscription, `given` one that a gift link has opened, `giftEnded` one whose link no longer works.
 */
import { attempt } from '../browser/attempt.ts'
import { displayPreferencesKey, parseDisplayPreferences } from '../browser/display-preferences.ts'
import { unlocksKey } from '../browser/story-pass.ts'
import { weeklyKey } from '../browser/weekly-sign-up.ts'
import { endedGiftParameter, givenByCookie } from '../contracts/cookies/given-article-cookie.ts'
import { getPriceClass } from '../domain/subscription/offer.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription-status.ts'

const { dataset } = document.documentElement
const cookies = `; ${document.cookie};`

const readerPattern = `; reader=(${subscriptionStatuses.join('|')})(\\.open)?(\\.paymentFailed)?[~;]`
const [, status, open, paymentFailed] = new RegExp(readerPattern).exec(cookies) ?? []
dataset.reader = status ?? (/; reader=[^;]/.test(cookies) ? 'undefined' : 'guest')
if (paymentFailed) dataset.paymentFailed = ''
const isGiven = !open && cookies.includes(`; ${givenByCookie}=`)
if (isGiven) dataset.given = ''
else if (!open && location.search === `?${endedGiftParameter}`) dataset.giftEnded = ''
const hasPass = isGiven || (!open && isUnlocked())
if (hasPass) dataset.pass = ''
if (open || hasPass) {
  dataset.open = ''
  const { body, bodyStyles } = dataset
  if (body) {
    if (bodyStyles) preload({ as: 'style', href: bodyStyles })
    preload({ as: 'fetch', crossOrigin: 'anonymous', href: body })
  }
}

function preload(attributes: Partial<HTMLLinkElement>) {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'preload', ...attributes }))
}

/** Returns whether browser/story-pass.ts has stored a pass. Storage may be blocked. */
function isUnlocked(): boolean {
  return (
    attempt(() => JSON.parse(localStorage[unlocksKey])[location.pathname.slice(1)] > Date.now()) ===
    true
  )
}

declare global {
  /** Pages call this function again when the cookie has arrived (browser/country.ts). */
  var showCountry: (country: string | undefined) => void
}

globalThis.showCountry = (country) => {
  if (!country) return
  dataset.country = country
  dataset.prices = getPriceClass(country)
}
showCountry(/; country=([A-Z]{2});/.exec(cookies)?.[1])

try {
  if (localStorage[weeklyKey]) dataset.weekly = ''
  Object.assign(dataset, parseDisplayPreferences(localStorage[displayPreferencesKey] ?? ''))
} catch {
  // Storage is blocked.
}
