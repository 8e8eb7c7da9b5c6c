/**
 * A new service worker waits until older pages are closed. A page of the same version activates it immediately; an
 * older page offers a reload.
 */
import type { WorkerMessage } from './service-worker-scope.ts'

const updateCheckInterval = 60 * 60 * 1000

/** In milliseconds. The old worker stays active while it answers a request, which may hang. */
const maxTakeoverTime = 3000

export type UpdateDeps = {
  readonly container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>
  readonly document: EventTarget & { readonly visibilityState: string }
  readonly version: string
  readonly now: () => number
  readonly offerReload: (applyUpdate: () => void) => void
  readonly reload: () => void
}

const sendMessage = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports)

function requestVersion(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data)
    }
    sendMessage(worker, 'version', [port2])
  })
}

export function watchForUpdates(
  registration: ServiceWorkerRegistration,
  { container, document, version, now, offerReload, reload }: UpdateDeps,
) {
  let hasOffered = false
  let checkedAt = now()

  function offerOnce(applyUpdate: () => void) {
    if (hasOffered) return
    hasOffered = true
    offerReload(applyUpdate)
  }

  async function handleWaitingWorker(worker: ServiceWorker) {
    if ((await requestVersion(worker)) === version) return sendMessage(worker, 'skip waiting')
    offerOnce(() => {
      container.addEventListener('controllerchange', reload, { once: true })
      sendMessage(worker, 'skip waiting')
      // The page is requested from the network first, so the new page loads even if the old worker is still active.
      setTimeout(reload, maxTakeoverTime)
    })
  }

  function watchInstalling(worker: ServiceWorker | null) {
    worker?.addEventListener('statechange', () => {
      // The very first worker doesn't wait.
      if (worker.state === 'installed' && registration.active) void handleWaitingWorker(worker)
    })
  }

  if (registration.waiting) void handleWaitingWorker(registration.waiting)
  watchInstalling(registration.installing)
  registration.addEventListener('updatefound', () => watchInstalling(registration.installing))

  // Another page has asked the new worker to take over.
  container.addEventListener('controllerchange', async () => {
    const { controller } = container
    if (controller && (await requestVersion(controller)) !== version) offerOnce(reload)
  })

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || now() - checkedAt < updateCheckInterval) return
    checkedAt = now()
    registration.update().catch(() => {})
  })
}
