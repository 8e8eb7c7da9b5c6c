/** With history on, records the depth when the page is hidden or closed, and again after a tenth more. */
import { getDepth, getTextParts } from '../../browser/text-depth.ts'
import { shouldStoreDepth } from '../../domain/reading-history/reading-depth.ts'
import { recordArticleLeft } from './reading-history-api.ts'

/** Milliseconds since navigation: shorter visits don't count. */
const minTimeOnPage = 5000

export function recordProgressOnLeave(article: Element, slug: string) {
  const title = article.querySelector('h1')?.textContent ?? ''
  let recordedDepth: number | null = null

  function recordProgress() {
    // Nothing is recorded at a wall.
    if (performance.now() < minTimeOnPage || !article.querySelector('[data-article-body]')) return
    const depth = Math.round(getDepth(getTextParts(article), innerHeight) * 1000) / 1000
    if (!shouldStoreDepth(depth, recordedDepth)) return
    recordedDepth = depth
    recordArticleLeft({ slug, title, depth })
  }

  document.addEventListener('visibilitychange', () => document.hidden && recordProgress())
  addEventListener('pagehide', recordProgress)
}
