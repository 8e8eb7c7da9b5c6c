/**
 * Shows the closed part of the page's story as soon as it has arrived, in the page's `data-body-slot`. closed-part.ts
 * decides what is shown in its place.
 */
import { getText } from '../../browser/api.ts'
import { readReaderHint } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import { acceptStoryPass, endStoryPass, hasStoryPass } from '../../browser/story-pass.ts'
import { $reader, fetchSubscription, getSubscription } from '../session/subscription-store.ts'
import {
  type ArticleBody,
  createArticleBodyStore,
  type ExpectedAccess,
} from './article-body-store.ts'
import { showBody } from './show-body.ts'

const findSlot = () => document.querySelector<HTMLElement>('[data-body-slot]')!
const isPreview = () => findSlot().dataset.bodySlot === 'preview'
const getSlug = () => findSlot().dataset.slug!

export function expectAccess(): ExpectedAccess {
  if (hasStoryPass() || isPreview()) return 'open'
  const hint = readReaderHint()
  return hint?.open ? 'open' : hint ? 'perhaps' : 'closed'
}

const store = createArticleBodyStore({
  expectAccess,
  fetchBody() {
    const { earlyBody } = globalThis
    globalThis.earlyBody = undefined
    return getText(document.documentElement.dataset.body!, earlyBody)
  },
  currentSubscription: getSubscription,
  fetchSubscription,
  createRetry,
})

export const { $articleBody, tryAgain } = store

/** The scroll position when the address pointed to a place in the story. */
let startY = 0

/** Scrolls to the address's place, which the browser couldn't find before, unless the reader has scrolled since. */
function goToPlace() {
  if (location.hash && scrollY === startY) location.replace(location.hash)
}

function showState(body: ArticleBody) {
  const slot = findSlot()
  slot.hidden = body.state !== 'open'
  if (body.state === 'open') {
    showBody(slot, body.html)
    goToPlace()
  } else slot.replaceChildren()
  // The unlock has ended, or the link was revoked or has expired.
  if (body.state === 'closed' && hasStoryPass()) endStoryPass(getSlug())
}

/** Must be called before anything else. */
export function followStory() {
  $articleBody.listen(showState)
  addEventListener('hashchange', () => {
    startY = scrollY
  })
  const [visit] = performance.getEntriesByType('navigation')
  // The browser restores a position, even if it is the top.
  if (visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward') startY = -1
  if (isPreview()) return
  $reader.listen((reader, previous) => {
    // Guests are reported repeatedly, even while an unlocked story loads. A pass opens it for everybody.
    const hasSignedOut = reader.signedIn === 'out' && previous?.signedIn === 'in'
    if (hasSignedOut && !hasStoryPass()) store.close()
    else if (reader.signedIn === 'in' && reader.subscription?.entitled) store.recheck()
  })
}

export function startStoryBody() {
  if (expectAccess() !== 'closed') return store.start()
  // The session has ended since the page requested the text.
  globalThis.earlyBody = undefined
  store.close()
}

/** Shows the story that the server has opened. `takesFocus`: after a press of a button, which is then removed. */
export async function showOpenedStory(until: string | null, takesFocus: boolean) {
  await store.load()
  const { state } = $articleBody.get()
  if (until && state !== 'closed') acceptStoryPass(getSlug(), until)
  if (state !== 'open' || !takesFocus) return
  const text = findSlot().firstElementChild as HTMLElement
  text.tabIndex = -1
  text.focus({ preventScroll: true })
  // The page stays where it is, unless the story would begin above the window and the address names no place in it.
  if (text.getBoundingClientRect().top < 0 && !text.querySelector(':target')) text.scrollIntoView()
}
