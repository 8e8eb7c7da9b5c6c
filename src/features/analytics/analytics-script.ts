/** Every page's analytics: page views, clicks on elements with analytics attributes, and elements in view. */
import { isTrackingEnabled, page, track } from '../../browser/analytics.ts'
import { getDepth, getTextParts, isInView } from '../../browser/text-depth.ts'
import { recordCounted, wasCounted } from '../../browser/visit-events.ts'
import {
  clickAttribute,
  parseEventAttribute,
  viewAttribute,
  wordCountAttribute,
} from '../../contracts/analytics/event-attributes.ts'
import type { EventName, EventPayload } from '../../contracts/analytics/events.ts'
import type { PageName } from '../../contracts/analytics/page-name.ts'
import { isRead } from '../../domain/reading-history/read-threshold.ts'

/** Milliseconds: an element counts as viewed if it is in view at two checks in a row. */
const viewCheckInterval = 1000

function trackFromAttribute(attributeValue: string | null | undefined) {
  const eventCall = parseEventAttribute(attributeValue)
  if (eventCall) track(...(eventCall as [EventName, EventPayload<EventName>]))
}

function trackPageView() {
  const { pageName } = document.documentElement.dataset
  if (pageName) page(pageName as PageName)
}

function handleClick({ target, button }: MouseEvent) {
  // `click` and `auxclick` both lead here: the middle button, which opens a tab, sends the second.
  if (button > 1 || !(target instanceof Element)) return
  trackFromAttribute(target.closest(`[${clickAttribute}]`)?.getAttribute(clickAttribute))
}

let timer: ReturnType<typeof setInterval>
/** Seconds during which the page was visible. */
let seconds = 0
let visibleAtLastCheck: ReadonlySet<string> = new Set()

/** Counts elements in view at two checks in a row. Returns whether any are left. */
function trackElementsInView(): boolean {
  let isMorePending = false
  const visibleNow = new Set<string>()
  for (const element of document.querySelectorAll(`[${viewAttribute}]`)) {
    const attributeValue = element.getAttribute(viewAttribute)!
    if (wasCounted(attributeValue)) continue
    isMorePending = true
    if (!isInView(element.getBoundingClientRect(), innerHeight)) continue
    if (visibleAtLastCheck.has(attributeValue)) {
      recordCounted(attributeValue)
      trackFromAttribute(attributeValue)
    } else visibleNow.add(attributeValue)
  }
  visibleAtLastCheck = visibleNow
  return isMorePending
}

/** Returns whether the article may still be counted as read. */
function trackArticleRead(): boolean {
  const article = document.querySelector(`[${wordCountAttribute}]`)
  const [words, slug] = article?.getAttribute(wordCountAttribute)?.split(' ') ?? []
  if (!article || !slug || wasCounted(`read ${slug}`)) return false
  if (!article.querySelector('[data-article-body]')) return true
  const depth = getDepth(getTextParts(article), innerHeight)
  if (!isRead({ depth, seconds, words: Number(words) })) return true
  recordCounted(`read ${slug}`)
  track('Article Read', { slug })
  return false
}

function checkView() {
  if (document.hidden) {
    visibleAtLastCheck = new Set()
    return
  }
  const isMoreToTrack = trackElementsInView()
  const isReadPending = trackArticleRead()
  if (!isMoreToTrack && !isReadPending) clearInterval(timer)
  seconds += viewCheckInterval / 1000
}

function start() {
  // A page that is opened in the background, or prerendered, is viewed once it is visible.
  if (document.hidden) document.addEventListener('visibilitychange', trackPageView, { once: true })
  else trackPageView()
  // A page restored from the back-forward cache is viewed again.
  addEventListener('pageshow', (event) => event.persisted && trackPageView())
  addEventListener('click', handleClick, true)
  addEventListener('auxclick', handleClick, true)
  timer = setInterval(checkView, viewCheckInterval)
  checkView()
}

if (isTrackingEnabled) start()
