/**
 * Decides when the panel for The Weekly is shown: at the end of a guest's second article, once in 30 days, never on the
 * first page of a visit, at a wall, in a gift, or after a sign-up. Stores the first article, and when the panel was
 * shown or an issue was read.
 */
import { isTrackingEnabled } from '../../browser/analytics.ts'
import { attempt } from '../../browser/attempt.ts'
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { ownLinkSources } from '../../domain/statistics/source.ts'

const popUpKey = 'pop-up'

/** Milliseconds. */
const minInterval = 30 * 24 * 60 * 60 * 1000

type PopUpMemory = { readonly article?: string; readonly shownAt?: number }

/** Accepts any stored value. */
export function parsePopUpMemory(stored: string | null): PopUpMemory {
  const parsed = attempt(() => JSON.parse(stored ?? ''))
  return parsed && typeof parsed === 'object' ? parsed : {}
}

/** `isFirstPage`: the guest arrived from another site. */
export function isPopUpDue(
  { article, shownAt }: PopUpMemory,
  current: { readonly slug: string; readonly now: number; readonly isFirstPage: boolean },
): boolean {
  if (!article || article === current.slug || current.isFirstPage) return false
  // A time in the future is from a clock that was set back.
  return shownAt === undefined || Math.abs(current.now - shownAt) > minInterval
}

/** Readers who arrive from an issue are on the list, so they aren't asked for a while. */
export function noteArticle(
  memory: PopUpMemory,
  { slug, now, search }: { readonly slug: string; readonly now: number; readonly search: string },
): PopUpMemory {
  const isFromIssue = search.includes(`utm_source=${ownLinkSources.newsletter}`)
  return { article: slug, ...memory, ...(isFromIssue ? { shownAt: now } : {}) }
}

const isFirstPage = () => !document.referrer.startsWith(`${location.origin}/`)

export function setUpPopUp(slug: string) {
  const { dataset } = document.documentElement
  const { reader, given } = dataset
  const panel = document.getElementById('pop-up')
  // Nothing is stored about what people read if they forbid tracking.
  if (!panel || !isTrackingEnabled || reader !== 'guest' || given !== undefined) return
  const earlier = parsePopUpMemory(readDeviceItem(popUpKey))
  const now = Date.now()
  const memory = noteArticle(earlier, { slug, now, search: location.search })
  const remember = (change: PopUpMemory) =>
    storeDeviceItem(popUpKey, JSON.stringify({ ...memory, ...change }))
  remember({})
  if (!isPopUpDue(earlier, { slug, now, isFirstPage: isFirstPage() })) return
  const observer = new IntersectionObserver((entries) => {
    const isAtEnd = entries.some(({ isIntersecting }) => isIntersecting)
    // The consent question (features/consent/) isn't asked at the same time.
    if (document.getElementById('consent-question') || dataset.weekly !== undefined) return
    // At a wall, the end isn't reached. Without storage, the panel would reappear after being closed.
    if (!isAtEnd || !document.querySelector('[data-article-body]')) return
    observer.disconnect()
    if (remember({ shownAt: Date.now() })) showPopUp(panel)
  })
  observer.observe(panel.parentElement!.lastElementChild!)
}

function showPopUp(panel: HTMLElement) {
  const close = () => {
    const hasFocus = panel.contains(document.activeElement)
    panel.hidden = true
    document.removeEventListener('keydown', closeByKey)
    if (hasFocus) document.getElementById('main')!.focus({ preventScroll: true })
  }
  const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
  panel.querySelector('button')!.addEventListener('click', close)
  document.addEventListener('keydown', closeByKey)
  panel.hidden = false
}
