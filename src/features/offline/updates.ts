/**
 * Which code is in charge: a new service worker waits until no page of the old one is open, unless
 * somebody asks it to take over. A page that is of the same code as the new worker asks at once, for
 * it has nothing to lose; one that is older tells its reader, who decides when it is loaded again.
 */
import type { WorkerMessage } from '../../contracts/offline.ts'

/** Milliseconds between two looks for a new version, from a page that stays open. */
const lookEvery = 60 * 60 * 1000

/** What the page has to do with its surroundings. */
export type Surroundings = {
  readonly container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>
  readonly document: EventTarget & { readonly visibilityState: string }
  /** Of the code of this page. */
  readonly version: string
  readonly now: () => number
  /** Tells the reader that there is a newer version. `load` loads it. */
  readonly offer: (load: () => void) => void
  readonly reload: () => void
}

const say = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports)

function versionOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data)
    }
    say(worker, 'version', [port2])
  })
}

export function followUpdates(
  registration: ServiceWorkerRegistration,
  { container, document, version, now, offer, reload }: Surroundings,
) {
  let isOffered = false
  let lookedAt = now()

  function tell(load: () => void) {
    if (isOffered) return
    isOffered = true
    offer(load)
  }

  async function consider(worker: ServiceWorker) {
    if ((await versionOf(worker)) === version) return say(worker, 'take over')
    tell(() => {
      container.addEventListener('controllerchange', reload, { once: true })
      say(worker, 'take over')
    })
  }

  function watch(worker: ServiceWorker | null) {
    worker?.addEventListener('statechange', () => {
      // The very first one waits for nobody.
      if (worker.state === 'installed' && registration.active) void consider(worker)
    })
  }

  if (registration.waiting) void consider(registration.waiting)
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))

  // Another page has asked the new one to take over: this one goes on, and is told.
  container.addEventListener('controllerchange', async () => {
    const { controller } = container
    if (controller && (await versionOf(controller)) !== version) tell(reload)
  })

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || now() - lookedAt < lookEvery) return
    lookedAt = now()
    // Without a connection there is nothing new.
    registration.update().catch(() => {})
  })
}
