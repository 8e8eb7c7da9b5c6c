/** Loaded by every page when it has come: registers the service worker, and leaves no traces of a guest. */
import { serviceWorkerPath } from '../../contracts/offline.ts'
import { noticeToast } from '../../ui/toast.ts'
import { dropEverything, isAnybodysHere } from './device-caches.ts'
import { followUpdates } from './updates.ts'

/** Of the code that this was built from (astro.config.mjs). */
declare const siteVersion: string

async function start() {
  const registration = await navigator.serviceWorker.register(serviceWorkerPath)
  followUpdates(registration, {
    container: navigator.serviceWorker,
    document,
    version: siteVersion,
    now: Date.now,
    offer: (load) =>
      noticeToast('There is a newer version of this page.', { label: 'Load it', act: load }),
    reload: () => location.reload(),
  })
}

/** Whoever signed in here is gone, however that came about. */
async function forgetWhoLeft() {
  const isGuest = document.documentElement.dataset.reader === 'guest'
  if (isGuest && (await isAnybodysHere())) await dropEverything()
}

if ('serviceWorker' in navigator && 'caches' in globalThis) {
  // Browsers may refuse both, and the site is the same without.
  start().catch(() => {})
  forgetWhoLeft().catch(() => {})
}
