/**
 * Refreshes lists while they are visible, because other people write too, and shows when the browser is offline. A part
 * that the user is working in isn't replaced.
 */
import { replaceList } from './list-renewed.ts'

/** In milliseconds. A list costs a hundred database reads. */
const interval = 180_000
/** In milliseconds. An older list is refreshed when the user returns to the page. */
const maxAge = 30_000

const note = document.querySelector('[data-offline]')!
let isEnded = false
let renewedAt = Date.now()

function showConnection() {
  if (isEnded) return
  const hasList = document.querySelector('[data-list]') !== null
  note.textContent = navigator.onLine
    ? ''
    : `You’re offline.${hasList ? ' The lists may be out of date.' : ''}`
}

async function renew() {
  const list = document.querySelector('[data-list]')
  if (!list || isEnded || document.hidden || !navigator.onLine) return
  if (list.contains(document.activeElement) || Date.now() - renewedAt < maxAge) return
  renewedAt = Date.now()
  const address = location.href
  const response = await fetch(address).catch(() => null)
  if (!response || response.status >= 500 || response.status === 429) return
  if (!response.ok || response.redirected) {
    isEnded = true
    note.textContent =
      'This list can’t be refreshed. You may be logged out, or your role may have changed. Reload the page.'
    return
  }
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const renewed = page.querySelector('[data-list]')
  const isSame = address === location.href && list.isConnected
  if (renewed && isSame && !list.contains(document.activeElement)) replaceList(list, renewed)
}

setInterval(renew, interval)
document.addEventListener('visibilitychange', renew)
for (const event of ['online', 'offline']) addEventListener(event, showConnection)
addEventListener('online', renew)
showConnection()
