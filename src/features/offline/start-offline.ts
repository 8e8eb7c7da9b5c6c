/** Loaded by every page when it has come: registers the service worker, and leaves no traces of a guest. */
import { serviceWorkerPath } from '../../contracts/offline.ts'
import { followUpdates } from './updates.ts'

/** Of the code that this was built from (astro.config.mjs). */
declare const siteVersion: string

/** Where nothing can be said of it, the reader comes to it by the next page. */
function offer(load: () => void) {
  const say = (toast: typeof import('../../ui/toast.ts')) =>
    toast.noticeToast('There is a newer version of this page.', { label: 'Load it', act: load })
  import('../../ui/toast.ts').then(say, () => {})
}

async function start() {
  const registration = await navigator.serviceWorker.register(serviceWorkerPath)
  followUpdates(registration, {
    container: navigator.serviceWorker,
    document,
    version: siteVersion,
    now: Date.now,
    offer,
    reload: () => location.reload(),
  })
}

/** Whoever signed in here is gone, however that came about. */
async function forgetWhoLeft() {
  if (document.documentElement.dataset.reader !== 'guest') return
  const { dropEverything, isAnybodysHere } = await import('./device-caches.ts')
  if (await isAnybodysHere()) await dropEverything()
}

if ('serviceWorker' in navigator && 'caches' in globalThis) {
  // Browsers may refuse both, and the site is the same without.
  start().catch(() => {})
  forgetWhoLeft().catch(() => {})
}
