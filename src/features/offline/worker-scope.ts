/** The part of a service worker's global scope that is used: TypeScript has it for workers alone. */
export type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }

export type FetchEvent = ExtendableEvent & {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

export type ExtendableMessageEvent = ExtendableEvent & {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

type WorkerEvents = {
  readonly install: ExtendableEvent
  readonly activate: ExtendableEvent
  readonly fetch: FetchEvent
  readonly message: ExtendableMessageEvent
}

export type WorkerScope = {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}
