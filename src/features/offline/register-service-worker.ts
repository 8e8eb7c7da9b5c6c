/** Registers the service worker once a page has loaded, and deletes a signed-out reader's data. */
import { deleteReaderCaches, hasReaderData } from './reader-caches.ts'
import { serviceWorkerPath } from './service-worker-scope.ts'
import { watchForUpdates } from './service-worker-updates.ts'

/** The version of this build (astro.config.mjs). */
declare const siteVersion: string

/** If the toast can't be shown, the next page loads the new version. */
function offerReload(load: () => void) {
  const showToast = (toast: typeof import('../../ui/toast.ts')) =>
    toast.showNoticeToast('A new version of this page is available.', {
      label: 'Reload page',
      onAction: load,
    })
  import('../../ui/toast.ts').then(showToast, () => {})
}

async function register() {
  const registration = await navigator.serviceWorker.register(serviceWorkerPath)
  watchForUpdates(registration, {
    container: navigator.serviceWorker,
    document,
    version: siteVersion,
    now: Date.now,
    offerReload,
    reload: () => location.reload(),
  })
}

async function clearSignedOutReader() {
  if (document.documentElement.dataset.reader !== 'guest') return
  if (await hasReaderData()) await deleteReaderCaches()
}

export function registerServiceWorker() {
  if (!('serviceWorker' in navigator && 'caches' in globalThis)) return
  // Browsers may refuse both calls; the site works without them.
  register().catch(() => {})
  clearSignedOutReader().catch(() => {})
}
