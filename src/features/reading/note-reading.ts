/**
 * Notes how far an article was read when it is left, for readers who want that kept. A page that is
 * only hidden may never come back, so that counts as leaving; who comes back and reads on is noted
 * again, and who has moved by less than a tenth of the text is not.
 */
import { depthOf, textParts } from '../../browser/text-depth.ts'
import { isWorthNoting } from '../../domain/reading-depth.ts'
import { noteLeft } from './reading-list.ts'

/** Milliseconds after the page was asked for: who has left by then has not begun. */
const patience = 5000

export function noteReading(article: Element, slug: string) {
  const title = article.querySelector('h1')?.textContent ?? ''
  let noted: number | null = null

  function note() {
    // What is closed to the reader they have not read.
    if (performance.now() < patience || !article.querySelector('[data-rest]')) return
    const depth = Math.round(depthOf(textParts(article), innerHeight) * 1000) / 1000
    if (!isWorthNoting(depth, noted)) return
    noted = depth
    noteLeft({ slug, title, depth })
  }

  document.addEventListener('visibilitychange', () => document.hidden && note())
  addEventListener('pagehide', note)
}
