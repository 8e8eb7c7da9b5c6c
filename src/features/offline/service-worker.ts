/**
 * The service worker: pages come from the network and, where there is none, from what lies on the
 * device (device-caches.ts). It keeps nothing of the API but the closed parts of saved articles, and
 * those only as long as the edge says that they are the reader's to read. Bundled as a script of its
 * own (scripts/site/service-worker-plugin.ts), so it imports nothing that is large.
 */
import { offlinePath, type WorkerMessage } from '../../contracts/offline.ts'
import { answerFor } from './answer-for.ts'
import { dropAssetsBut, keepAssetsOf } from './assets.ts'
import {
  byAddress,
  closedParts,
  dated,
  dropArticleFrom,
  dropClosed,
  dropEverything,
  keyFor,
  openAssets,
  openKept,
  openPages,
  pictureKey,
  renewLease,
  slugOf,
} from './device-caches.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

/** Of the code that this was built from (astro.config.mjs). */
declare const siteVersion: string

const scope = globalThis as unknown as WorkerScope

/** Pages kept as they were last seen: those that were seen last. */
const pagesAtMost = 50

/** Milliseconds that the network has where something lies here: a bad connection is worse than none. */
const patience = 8000

// At each start: what may no longer be read does not lie here any longer than it has to.
void closedParts()

scope.addEventListener('install', (event) => event.waitUntil(keepOfflinePage()))

scope.addEventListener('activate', (event) => {
  const { navigationPreload } = scope.registration
  event.waitUntil(
    Promise.all([
      scope.clients.claim(),
      // Earlier versions enabled it. Firefox fails a navigation whose preload fails, although it is
      // answered from here: offline, that would be every page (GoogleChrome/workbox#3134).
      navigationPreload?.disable(),
      dropEarlierAssets(),
    ]),
  )
})

scope.addEventListener('message', ({ data, ports }) => {
  const message = data as WorkerMessage
  if (message === 'version') ports[0]?.postMessage(siteVersion)
  if (message === 'take over') void scope.skipWaiting()
})

scope.addEventListener('fetch', (event) => {
  switch (answerFor(event.request, scope.location.origin)) {
    case 'browser':
      return
    case 'page':
      return event.respondWith(page(event))
    case 'body':
      return event.respondWith(body(event))
    case 'standing':
      return event.respondWith(standing(event))
    case 'signOut':
      return event.respondWith(signOut(event))
    case 'picture':
      return event.respondWith(picture(event))
    case 'asset':
      return event.respondWith(asset(event))
  }
})

async function keepOfflinePage() {
  const answer = await fetch(offlinePath, { cache: 'reload' })
  if (!answer.ok) throw new Error(`The offline page was answered with ${answer.status}`)
  const html = await answer.clone().text()
  await keepAssetsOf(html)
  await (await openAssets()).put(offlinePath, dated(answer))
}

async function dropEarlierAssets() {
  const stored: string[] = []
  for (const cache of [await openAssets(), await openPages(), await openKept()]) {
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      if (answer?.headers.get('Content-Type')?.includes('html')) stored.push(await answer.text())
    }
  }
  await dropAssetsBut(stored)
}

/** Null where there was no answer, or one that says that we are failing. */
async function fromNetwork({ request }: FetchEvent): Promise<Response | null> {
  try {
    return await fetch(request)
  } catch {
    return null
  }
}

/** With 429 as well, a copy is better than the answer, and asking again would make it worse. */
const isAway = (answer: Response | null) =>
  answer === null || answer.status >= 500 || answer.status === 429

/** What the network says where it says something, and in time; else what lies here, if anything does. */
async function networkFirst(
  event: FetchEvent,
  lying: Response | undefined,
  note: (answer: Response) => Promise<unknown>,
): Promise<Response | null> {
  const network = fromNetwork(event)
  // However late it comes.
  event.waitUntil(
    network.then((answer) => (answer && !isAway(answer) ? note(answer.clone()) : undefined)),
  )
  if (!lying) return network
  const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null))
  const answer = await Promise.race([network, late])
  return isAway(answer) ? lying : answer
}

async function page(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const lying =
    (await (await openPages()).match(pathname, byAddress)) ??
    (await (await openKept()).match(pathname, byAddress))
  const answer = await networkFirst(event, lying, (given) => rememberPage(pathname, given))
  // Where the site itself fails, it says so better than a page about connections does.
  return answer ?? (await (await openAssets()).match(offlinePath)) ?? Response.error()
}

/** Addresses are kept without their queries, which may say what is nobody's business. */
async function rememberPage(pathname: string, answer: Response) {
  const [pages, kept] = [await openPages(), await openKept()]
  if (answer.status === 404 || answer.status === 410) {
    await pages.delete(pathname)
    for (const key of await kept.keys()) {
      const slug = new URL(key.url).pathname === pathname && slugOf(key)
      if (slug) await dropArticleFrom(kept, slug)
    }
  }
  const isDocument = answer.headers.get('Content-Type')?.startsWith('text/html')
  const isNobodys = answer.headers.get('Cache-Control')?.includes('no-store')
  if (!answer.ok || answer.redirected || !isDocument || isNobodys) return
  await pages.put(pathname, dated(answer))
  const all = await pages.keys()
  await Promise.all(all.slice(0, -pagesAtMost).map((oldest) => pages.delete(oldest)))
}

async function body(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const lying = await (await closedParts())?.match(pathname, byAddress)
  const answer = await networkFirst(event, lying, (given) => noteBody(pathname, given))
  return answer ?? Response.error()
}

/** What lies here already becomes what the edge gives now, or goes with it. */
async function noteBody(pathname: string, answer: Response) {
  if (answer.status === 401 || answer.status === 403) return dropClosed()
  if (answer.ok) await renewLease()
  const closed = await closedParts()
  const [key] = (await closed?.keys(pathname, byAddress)) ?? []
  const slug = key && slugOf(key)
  if (!closed || !slug) return
  if (answer.ok) await closed.put(keyFor(slug, pathname), dated(answer))
  if (answer.status === 404 || answer.status === 410) await dropArticleFrom(closed, slug)
}

/** GET /api/subscription and POST /api/session alike. */
async function standing({ request }: FetchEvent): Promise<Response> {
  const answer = await fetch(request)
  const said: { entitled?: boolean } | null = answer.ok
    ? await answer
        .clone()
        .json()
        .catch(() => null)
    : null
  if (said?.entitled === true) await renewLease()
  if (said?.entitled === false) await dropClosed()
  return answer
}

/** Whether or not it succeeds: the reader wants to be gone. Afterwards for what came in between. */
async function signOut({ request }: FetchEvent): Promise<Response> {
  await dropEverything()
  try {
    return await fetch(request)
  } finally {
    await dropEverything()
  }
}

async function picture(event: FetchEvent): Promise<Response> {
  const answer = await fromNetwork(event)
  if (answer?.ok) return answer
  const key = pictureKey(new URL(event.request.url).pathname)
  const lying =
    key &&
    ((await (await openKept()).match(key, byAddress)) ??
      (await (await closedParts())?.match(key, byAddress)))
  return lying || answer || Response.error()
}

/** Named by its content: what lies here is what would come. */
async function asset({ request }: FetchEvent): Promise<Response> {
  const assets = await openAssets()
  const { pathname } = new URL(request.url)
  const lying = await assets.match(pathname)
  if (lying) return lying
  const answer = await fetch(request)
  if (answer.ok) await assets.put(pathname, answer.clone())
  return answer
}
