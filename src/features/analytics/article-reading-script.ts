/** An article's analytics: whether it was read, and how far. */
import { isTrackingEnabled, track } from '../../browser/analytics.ts'
import { getDepth, getTextParts } from '../../browser/text-depth.ts'
import { recordCounted, wasCounted } from '../../browser/visit-events.ts'
import { wordCountAttribute } from '../../contracts/analytics/event-attributes.ts'
import { isRead } from '../../domain/reading-history/read-threshold.ts'
import type { DepthMark } from '../../domain/statistics/counters.ts'

const article = document.querySelector(`[${wordCountAttribute}]`)
const [words, slug] = article?.getAttribute(wordCountAttribute)?.split(' ') ?? []

let timer: ReturnType<typeof setInterval>
/** The seconds for which the page was visible. */
let seconds = 0
/** The largest part of the text that was above the window's lower edge, from 0 to 1. */
let deepest = 0

/** Tracks how far the article was read, until its end is reached. */
function trackArticleRead(article: Element, slug: string) {
  if (document.hidden) return
  if (article.querySelector('[data-article-body]')) {
    const depth = getDepth(getTextParts(article), innerHeight)
    deepest = Math.max(deepest, depth)
    let isReadPending = !wasCounted(`read ${slug}`)
    if (isReadPending && isRead({ depth, seconds, words: Number(words) })) {
      isReadPending = false
      recordCounted(`read ${slug}`)
      track('Article Read', { slug })
    }
    if (!isReadPending && deepest === 1) clearInterval(timer)
  }
  seconds++
}

/** Sends the depth with the batch for a hidden page, so that it costs no extra request. */
function trackDepth(slug: string) {
  const isReached = (mark: DepthMark) => mark <= deepest * 100 && !wasCounted(`${mark} ${slug}`)
  const depths = ([25, 50, 75, 100] satisfies DepthMark[]).filter(isReached)
  if (!document.hidden || !depths.length) return
  for (const mark of depths) recordCounted(`${mark} ${slug}`)
  track('Article Scrolled', { slug, depths })
}

if (article && slug && isTrackingEnabled) {
  const check = () => trackArticleRead(article, slug)
  // This listener is added before the one that sends the batch.
  document.addEventListener('visibilitychange', () => trackDepth(slug), true)
  timer = setInterval(check, 1000)
  check()
}
