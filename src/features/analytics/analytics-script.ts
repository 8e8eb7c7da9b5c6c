/** Every page's analytics: page views, clicks on elements with analytics attributes, and elements in view. */
import { isTrackingEnabled, page, track } from '../../browser/analytics.ts'
import { isInView } from '../../browser/is-in-view.ts'
import { describeCurrentPage } from '../../browser/page-context.ts'
import { recordCounted, recordLanding, wasCounted } from '../../browser/visit-events.ts'
import {
  clickAttribute,
  parseEventAttribute,
  viewAttribute,
  wordCountAttribute,
} from '../../contracts/analytics/event-attributes.ts'
import type { EventName, EventPayload } from '../../contracts/analytics/events.ts'
import type { PageName } from '../../contracts/analytics/page-name.ts'

/** Milliseconds: an element counts as viewed if it is in view at two checks in a row. */
const viewCheckInterval = 1000

function trackFromAttribute(attributeValue: string | null | undefined) {
  const eventCall = parseEventAttribute(attributeValue)
  if (eventCall) track(...(eventCall as [EventName, EventPayload<EventName>]))
}

const rememberLanding = () => recordLanding(describeCurrentPage(location, document))

function trackPageView() {
  rememberLanding()
  const { pageName, pageCall } = document.documentElement.dataset
  if (pageName && !pageCall) page(pageName as PageName)
}

function handleClick({ target, button }: MouseEvent) {
  // Handles `click` and `auxclick`, which the middle button sends when it opens a tab.
  if (button > 1 || !(target instanceof Element)) return
  trackFromAttribute(target.closest(`[${clickAttribute}]`)?.getAttribute(clickAttribute))
}

let timer: ReturnType<typeof setInterval>
let visibleAtLastCheck: ReadonlySet<string> = new Set()

/** Counts elements in view at two successive checks, until all are counted. */
function trackElementsInView() {
  const visibleNow = new Set<string>()
  // An article's wall appears later.
  let isMorePending = document.hidden || document.querySelector(`[${wordCountAttribute}]`) !== null
  for (const element of document.querySelectorAll(`[${viewAttribute}]`)) {
    const attributeValue = element.getAttribute(viewAttribute)!
    if (wasCounted(attributeValue)) continue
    isMorePending = true
    if (document.hidden || !isInView(element.getBoundingClientRect(), innerHeight)) continue
    if (visibleAtLastCheck.has(attributeValue)) {
      recordCounted(attributeValue)
      trackFromAttribute(attributeValue)
    } else visibleNow.add(attributeValue)
  }
  visibleAtLastCheck = visibleNow
  if (!isMorePending) clearInterval(timer)
}

function start() {
  // A page that is opened in the background, or prerendered, is viewed once it is visible.
  if (document.hidden) document.addEventListener('visibilitychange', trackPageView, { once: true })
  else trackPageView()
  // A page restored from the back-forward cache is viewed again.
  addEventListener('pageshow', (event) => event.persisted && trackPageView())
  // The country may not have been known before.
  addEventListener('pagehide', rememberLanding)
  addEventListener('click', handleClick, true)
  addEventListener('auxclick', handleClick, true)
  timer = setInterval(trackElementsInView, viewCheckInterval)
  trackElementsInView()
}

if (isTrackingEnabled) start()
