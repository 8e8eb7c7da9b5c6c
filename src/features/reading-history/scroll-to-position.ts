/** Scrolls to a position in an article (position-in-url.ts). */
import { type Extent, getHeight, getTextParts, getTotalHeight } from '../../browser/text-depth.ts'

/** Returns the vertical position for the window's lower edge at this depth. */
export function getPosition(parts: readonly Extent[], depth: number): number {
  let remaining = depth * getTotalHeight(parts)
  for (const part of parts) {
    if (remaining <= getHeight(part)) return part.top + remaining
    remaining -= getHeight(part)
  }
  return parts.at(-1)?.bottom ?? 0
}

/** Scrolls to a depth, unless the reader has scrolled before the text is complete. */
export function scrollToDepth(article: Element, depth: number) {
  history.replaceState(history.state, '', location.pathname + location.search)
  const initialScrollY = scrollY
  function scroll() {
    if (Math.abs(scrollY - initialScrollY) > innerHeight / 4) return
    const top = scrollY + getPosition(getTextParts(article), depth) - innerHeight
    scrollTo({ top, behavior: 'instant' })
  }
  if (article.querySelector('[data-article-body]')) return scroll()
  const observer = new MutationObserver(() => {
    if (!article.querySelector('[data-article-body]')) return
    observer.disconnect()
    scroll()
  })
  observer.observe(article, { childList: true, subtree: true })
}
