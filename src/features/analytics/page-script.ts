/**
 * The script of every page: counts the view of its screen, clicks on what is marked, and what has
 * been in sight. It changes nothing on the page, and a page without it is the same.
 */
import { isCounting, page, track } from '../../browser/analytics.ts'
import { depthOf, textParts } from '../../browser/text-depth.ts'
import { noteCounted, wasCounted } from '../../browser/visit.ts'
import type { EventName, EventPayload } from '../../contracts/analytics/events.ts'
import { clickMark, readMark, sightMark, wordsMark } from '../../contracts/analytics/marks.ts'
import type { Screen } from '../../contracts/screen.ts'
import { isRead } from '../../domain/reading.ts'
import { isInSight } from './sight.ts'

/** Milliseconds between two looks: what both of them see has been in sight for so long. */
const lookEvery = 1000

function trackMarked(mark: string | null | undefined) {
  const marked = readMark(mark)
  if (marked) track(...(marked as [EventName, EventPayload<EventName>]))
}

function countView() {
  const { screen } = document.documentElement.dataset
  if (screen) page(screen as Screen)
}

function onPress({ target, button }: MouseEvent) {
  // Both events come here: the middle button, which opens a link in another tab, has the second.
  if (button > 1 || !(target instanceof Element)) return
  trackMarked(target.closest(`[${clickMark}]`)?.getAttribute(clickMark))
}

let timer: ReturnType<typeof setInterval>
/** Seconds in which the page could be seen. */
let seconds = 0
let seenBefore: ReadonlySet<string> = new Set()

/** Counts what was in sight at the last look as well. Returns whether more may come. */
function lookAround(): boolean {
  let isMoreToCome = false
  const seen = new Set<string>()
  for (const element of document.querySelectorAll(`[${sightMark}]`)) {
    const mark = element.getAttribute(sightMark)!
    if (wasCounted(mark)) continue
    isMoreToCome = true
    if (!isInSight(element.getBoundingClientRect(), innerHeight)) continue
    if (seenBefore.has(mark)) {
      noteCounted(mark)
      trackMarked(mark)
    } else seen.add(mark)
  }
  seenBefore = seen
  return isMoreToCome
}

/** Counts an article that has been read. Returns whether it may still be. */
function lookWhetherRead(): boolean {
  const article = document.querySelector(`[${wordsMark}]`)
  const [words, slug] = article?.getAttribute(wordsMark)?.split(' ') ?? []
  if (!article || !slug || wasCounted(`read ${slug}`)) return false
  if (!article.querySelector('[data-rest]')) return true
  const depth = depthOf(textParts(article), innerHeight)
  if (!isRead({ depth, seconds, words: Number(words) })) return true
  noteCounted(`read ${slug}`)
  track('Article Read', { slug })
  return false
}

function look() {
  if (document.hidden) {
    seenBefore = new Set()
    return
  }
  const isMoreToSee = lookAround()
  const isMoreToRead = lookWhetherRead()
  if (!isMoreToSee && !isMoreToRead) clearInterval(timer)
  seconds += lookEvery / 1000
}

function start() {
  // A page that was opened in the background, or ahead of time, is viewed when it is first seen.
  if (document.hidden) document.addEventListener('visibilitychange', countView, { once: true })
  else countView()
  // So is one to which the reader goes back, and which the browser has kept as it was.
  addEventListener('pageshow', (event) => event.persisted && countView())
  addEventListener('click', onPress, true)
  addEventListener('auxclick', onPress, true)
  timer = setInterval(look, lookEvery)
  look()
}

if (isCounting) start()
