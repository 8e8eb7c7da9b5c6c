/** What pages and the service worker say to each other, and where the two stand. Free of zod. */
export const serviceWorkerPath = '/service-worker.js'
export const offlinePath = '/offline'

/** `version` is answered by the worker's own, through the port that comes with it. */
export type WorkerMessage = 'version' | 'take over'
