/** The offline page: lists what can be read without a connection, and tries again when there is one. */
import { holdCall, isHeld } from '../../browser/held-calls.ts'
import { createRetry } from '../../browser/retry.ts'
import { openKept, slugOf } from './device-caches.ts'

type Lying = { readonly path: string; readonly title: string; readonly dek: string }

/** By what the pages say of themselves. */
async function savedHere(): Promise<Lying[]> {
  const kept = await openKept()
  const found: Lying[] = []
  for (const request of await kept.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname !== `/${slugOf(request)}`) continue
    const html = await (await kept.match(request, { ignoreVary: true }))?.text()
    const page = new DOMParser().parseFromString(html ?? '', 'text/html')
    const said = (property: string) =>
      page.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? ''
    found.push({ path: pathname, title: said('og:title'), dek: said('og:description') })
  }
  return found
}

function rowOf({ path, title, dek }: Lying): HTMLElement {
  const link = document.createElement('a')
  link.href = path
  link.textContent = title
  const words = document.createElement('p')
  words.textContent = dek
  const row = document.createElement('li')
  row.append(link, words)
  return row
}

async function show(section: HTMLElement) {
  const saved = await savedHere()
  section.querySelector('ol')?.replaceChildren(...saved.map(rowOf))
  section.hidden = saved.length === 0
}

const section = document.querySelector<HTMLElement>('[data-on-this-device]')
if (section && 'caches' in globalThis) void show(section)

const button = document.querySelector<HTMLElement>('[data-try-again]')
button?.addEventListener('click', () => location.reload())

/** The service worker lets it through: nothing that lies here answers it. */
async function comeIfPossible() {
  const call = `HEAD ${location.pathname}`
  if (isHeld(call)) return retry.schedule()
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  const isTooSoon = answer?.status === 429
  if (isTooSoon) holdCall(call, answer.headers.get('Retry-After'))
  if (answer && answer.status < 500 && !isTooSoon) location.reload()
  else retry.schedule()
}

const retry = createRetry(() => void comeIfPossible())
// At an address of its own it is what somebody wanted to see.
if (location.pathname !== button?.dataset.tryAgain) retry.schedule()
