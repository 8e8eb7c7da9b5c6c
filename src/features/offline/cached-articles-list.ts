/** Lists the articles that can be read offline, and reloads the page once online. */
import { isRateLimited, recordRateLimit } from '../../browser/call-rate-limits.ts'
import { createRetry } from '../../browser/retry.ts'
import { openArticles, readSlug } from './reader-caches.ts'

type CachedStory = { readonly path: string; readonly title: string; readonly dek: string }

/** Lists the cached stories, using their pages' metadata. */
async function listCachedStories(): Promise<CachedStory[]> {
  const articles = await openArticles()
  const found: CachedStory[] = []
  for (const request of await articles.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname !== `/${readSlug(request)}`) continue
    const html = await (await articles.match(request, { ignoreVary: true }))?.text()
    const page = new DOMParser().parseFromString(html ?? '', 'text/html')
    const readMeta = (property: string) =>
      page.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? ''
    found.push({ path: pathname, title: readMeta('og:title'), dek: readMeta('og:description') })
  }
  return found
}

function renderRow({ path, title, dek }: CachedStory): HTMLElement {
  const link = document.createElement('a')
  link.href = path
  link.textContent = title
  const dekElement = document.createElement('p')
  dekElement.textContent = dek
  const row = document.createElement('li')
  row.append(link, dekElement)
  return row
}

async function showCachedStories(section: HTMLElement) {
  const saved = await listCachedStories()
  section.querySelector('ol')?.replaceChildren(...saved.map(renderRow))
  section.hidden = saved.length === 0
}

const section = document.querySelector<HTMLElement>('[data-cached-articles]')
if (section && 'caches' in globalThis) void showCachedStories(section)

const button = document.querySelector<HTMLElement>('[data-try-again]')
button?.addEventListener('click', () => location.reload())

/** The service worker never answers this request from a cache. */
async function reloadWhenOnline() {
  const call = `HEAD ${location.pathname}`
  if (isRateLimited(call)) return retry.schedule()
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  const isTooSoon = response?.status === 429
  if (isTooSoon) recordRateLimit(call, response.headers.get('Retry-After'))
  if (response && response.status < 500 && !isTooSoon) location.reload()
  else retry.schedule()
}

const retry = createRetry(() => void reloadWhenOnline())
// At any other address, the reader wanted another page, so this one is reloaded.
if (location.pathname !== button?.dataset.tryAgain) retry.schedule()
