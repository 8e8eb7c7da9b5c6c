/**
 * Fetches pages before they are asked for: those whose links come within 200 px of the window, as the
 * specification wants it (section 9). It waits until the page itself has come, and does nothing for
 * readers who pay for every byte or wait for it.
 */
const margin = '200px'

/** The part of the Network Information API that matters here. */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

/** Browsers that say nothing of their connection have one that is taken for good. */
export function isWorthFetchingAhead(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/^(?:slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}

function watch(selector: string) {
  const asked = new Set([location.href])
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        const { href, origin } = target as HTMLAnchorElement
        if (origin !== location.origin || asked.has(href)) continue
        asked.add(href)
        const link = document.createElement('link')
        link.rel = 'prefetch'
        link.href = href
        document.head.append(link)
      }
    },
    { rootMargin: margin },
  )
  for (const link of document.querySelectorAll(selector)) near.observe(link)
}

/** For the links that the selector finds once the page has loaded. */
export function fetchAhead(selector: string) {
  const { connection } = navigator as Navigator & { readonly connection?: Connection }
  const isPossible = document.createElement('link').relList.supports?.('prefetch')
  if (!isPossible || !isWorthFetchingAhead(connection)) return
  if (document.readyState === 'complete') watch(selector)
  else addEventListener('load', () => watch(selector), { once: true })
}
