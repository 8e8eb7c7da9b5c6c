/**
 * Whether this device may show this page's story without a subscription, because of an unlock or a gift link: the
 * pre-paint script sets `data-pass` on <html> (layouts/reader-hint-script.ts). This only decides what the page shows
 * and requests. The server decides by cookies that scripts can't read.
 */
import { attempt } from './attempt.ts'
import { readDeviceItem, storeDeviceItem } from './device-storage.ts'

/** The localStorage key of a JSON object with each unlocked story's expiry on this device, in Unix milliseconds. */
export const unlocksKey = 'unlocked'

const root = () => document.documentElement

export const hasStoryPass = () => root().dataset.pass !== undefined

function readUnlocks(): Record<string, number> {
  const stored = attempt(() => JSON.parse(readDeviceItem(unlocksKey) ?? ''))
  return stored && typeof stored === 'object' ? stored : {}
}

function storeUnlocks(unlocks: Record<string, number>) {
  const current = Object.entries(unlocks).filter(([, until]) => until > Date.now())
  storeDeviceItem(unlocksKey, JSON.stringify(Object.fromEntries(current)))
}

/** `until` is an ISO date. */
export function acceptStoryPass(slug: string, until: string) {
  const { dataset } = root()
  dataset.pass = ''
  dataset.open = ''
  storeUnlocks({ ...readUnlocks(), [slug]: Date.parse(until) })
}

/** Shows the paywall and the gift link's notice after the server has refused the story. */
export function endStoryPass(slug: string) {
  const { dataset } = root()
  if (dataset.given !== undefined) dataset.giftEnded = ''
  delete dataset.given
  delete dataset.pass
  delete dataset.open
  const { [slug]: _, ...others } = readUnlocks()
  storeUnlocks(others)
}
