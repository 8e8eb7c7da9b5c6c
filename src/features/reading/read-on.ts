/** Goes to where a reader was in an article (place-in-address.ts). */
import { type Extent, heightOf, heightOfAll, textParts } from '../../browser/text-depth.ts'

/** Where in the window a depth is: what has to stand at its lower edge for the text to be there. */
export function placeOf(parts: readonly Extent[], depth: number): number {
  let left = depth * heightOfAll(parts)
  for (const part of parts) {
    if (left <= heightOf(part)) return part.top + left
    left -= heightOf(part)
  }
  return parts.at(-1)?.bottom ?? 0
}

/** Goes there, unless the reader has gone somewhere else before the text is whole. */
export function readOn(article: Element, depth: number) {
  history.replaceState(history.state, '', location.pathname + location.search)
  const began = scrollY
  function go() {
    if (Math.abs(scrollY - began) > innerHeight / 4) return
    const top = scrollY + placeOf(textParts(article), depth) - innerHeight
    scrollTo({ top, behavior: 'instant' })
  }
  if (article.querySelector('[data-rest]')) return go()
  const whole = new MutationObserver(() => {
    if (!article.querySelector('[data-rest]')) return
    whole.disconnect()
    go()
  })
  whole.observe(article, { childList: true, subtree: true })
}
