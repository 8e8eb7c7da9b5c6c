/** Every page's analytics: page views, clicks on elements with analytics attributes, and elements in view. */
import { isTrackingEnabled, page, track } from '../../browser/analytics.ts'
import { describeCurrentPage } from '../../browser/page-context.ts'
import { getDepth, getTextParts, isInView } from '../../browser/text-depth.ts'
import { recordCounted, recordLanding, wasCounted } from '../../browser/visit-events.ts'
import {
  clickAttribute,
  parseEventAttribute,
  viewAttribute,
  wordCountAttribute,
} from '../../contracts/analytics/event-attributes.ts'
import type { EventName, EventPayload } from '../../contracts/analytics/events.ts'
import type { PageName } from '../../contracts/analytics/page-name.ts'
import { isRead } from '../../domain/reading-history/read-threshold.ts'
import type { DepthMark } from '../../domain/statistics/counters.ts'

/** Milliseconds: an element counts as viewed if it is in view at two checks in a row. */
const viewCheckInterval = 1000

function trackFromAttribute(attributeValue: string | null | undefined) {
  const eventCall = parseEventAttribute(attributeValue)
  if (eventCall) track(...(eventCall as [EventName, EventPayload<EventName>]))
}

const rememberLanding = () => recordLanding(describeCurrentPage(location, document))

function trackPageView() {
  rememberLanding()
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

let slug: string | undefined
/** The largest part of the text that was above the window's lower edge, from 0 to 1. */
let deepest = 0

/** Returns whether the reader may still get further. */
function trackArticleRead(): boolean {
  const article = document.querySelector(`[${wordCountAttribute}]`)
  const [words, name] = article?.getAttribute(wordCountAttribute)?.split(' ') ?? []
  if (!article || !name) return false
  slug = name
  if (!article.querySelector('[data-article-body]')) return true
  const depth = getDepth(getTextParts(article), innerHeight)
  deepest = Math.max(deepest, depth)
  const isReadPending = !wasCounted(`read ${slug}`)
  if (!isReadPending || !isRead({ depth, seconds, words: Number(words) }))
    return isReadPending || deepest < 1
  recordCounted(`read ${slug}`)
  track('Article Read', { slug })
  return deepest < 1
}

/** With the batch that is sent when the page is hidden, so that it costs no request. */
function trackDepth() {
  const isReached = (mark: DepthMark) => mark <= deepest * 100 && !wasCounted(`${mark} ${slug}`)
  const depths = ([25, 50, 75, 100] satisfies DepthMark[]).filter(isReached)
  if (!document.hidden || !slug || !depths.length) return
  for (const mark of depths) recordCounted(`${mark} ${slug}`)
  track('Article Scrolled', { slug, depths })
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
  // The country may be known only now.
  addEventListener('pagehide', rememberLanding)
  addEventListener('click', handleClick, true)
  addEventListener('auxclick', handleClick, true)
  // Before the listener that sends the batch.
  document.addEventListener('visibilitychange', trackDepth, true)
  timer = setInterval(checkView, viewCheckInterval)
  checkView()
}

if (isTrackingEnabled) start()
