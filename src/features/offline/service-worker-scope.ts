export const serviceWorkerPath = '/service-worker.js'
export const offlinePath = '/offline'

/** The worker answers `version` through the port that is sent with the message. */
export type WorkerMessage = 'version' | 'skip waiting'

type ExtendableEvent = Event & { waitUntil(promise: Promise<unknown>): void }

export type FetchEvent = ExtendableEvent & {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

type ExtendableMessageEvent = ExtendableEvent & {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

type ServiceWorkerEvents = {
  readonly install: ExtendableEvent
  readonly activate: ExtendableEvent
  readonly fetch: FetchEvent
  readonly message: ExtendableMessageEvent
}

export type ServiceWorkerScope = {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof ServiceWorkerEvents>(
    name: Name,
    listener: (event: ServiceWorkerEvents[Name]) => void,
  ): void
}
