/**
 * Prefetches links within 200 px of the window (specification, section 9) and under the pointer, except on slow
 * connections.
 */
const margin = '200px'

/** Milliseconds for which a link must be near, so that links scrolled past aren't prefetched. */
const minTimeNear = 1000

/** The maximum per page view. A story is about 17 kB, so reading a long list costs at most 250 kB. */
const maxPrefetched = 14

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string }

/** Browsers without the Network Information API count as fast. */
export function shouldPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !/^(?:slow-)?[23]g$/.test(connection?.effectiveType ?? '')
}

function observeLinks(selector: string) {
  const opened = new Set([location.href])
  const timers = new Map<Element, ReturnType<typeof setTimeout>>()
  function prefetch({ href, origin }: HTMLAnchorElement) {
    if (origin !== location.origin || opened.has(href)) return
    opened.add(href)
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = href
    document.head.append(link)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        clearTimeout(timers.get(target))
        if (!isIntersecting) continue
        timers.set(
          target,
          setTimeout(() => {
            if (opened.size <= maxPrefetched) prefetch(target as HTMLAnchorElement)
          }, minTimeNear),
        )
      }
    },
    { rootMargin: margin },
  )
  for (const link of document.querySelectorAll<HTMLAnchorElement>(selector)) {
    observer.observe(link)
    // A link about to be opened doesn't count towards the maximum.
    link.addEventListener('pointerenter', () => prefetch(link))
  }
}

/** Call this once the page has loaded. */
export function prefetchLinks(selector: string) {
  const { connection } = navigator as Navigator & { readonly connection?: Connection }
  const isSupported = document.createElement('link').relList.supports?.('prefetch')
  if (!isSupported || !shouldPrefetch(connection)) return
  observeLinks(selector)
}
