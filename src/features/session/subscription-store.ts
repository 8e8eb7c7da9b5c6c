/** The reader's subscription: first from the hint, then from the server. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { type ApiResult, call } from '../../browser/api.ts'
import { clearQueries, createQuery } from '../../browser/query.ts'
import { isSignedInShown, readReaderHint, showReaderHint } from '../../browser/reader-hint.ts'
import { createReaderHint, formatReaderHint } from '../../contracts/cookies/reader-hint-cookie.ts'
import type {
  SubscriptionResponse,
  SubscriptionStep,
} from '../../contracts/endpoints/subscription-endpoints.ts'
import { invalidateOutlook } from './outlook-store.ts'

/** `unknown` until the hint has been read. */
export type ReaderState =
  | { readonly signedIn: 'unknown' }
  | { readonly signedIn: 'out' }
  | { readonly signedIn: 'in'; readonly subscription: SubscriptionResponse | null }

const $current = atom<ReaderState>({ signedIn: 'unknown' })

export const $reader: ReadableAtom<ReaderState> = computed($current, (reader) => reader)

const query = createQuery<SubscriptionResponse>('subscription', {
  call: () => call('GET /api/subscription'),
  guestData: {
    status: 'notSubscribed',
    detail: 'none',
    signedIn: false,
    entitled: false,
    until: null,
    plan: null,
    price: null,
    previousPlan: null,
    paidThrough: null,
    resumesAt: null,
    nextPayment: null,
    givenMonths: 0,
    givenUntil: null,
    allowedSteps: ['subscribe'],
  },
  onData: showSubscription,
})

export const $subscription = query.$store
/** Returns a subscription that is at most five minutes old. */
export const getSubscription = query.getOrFetch
/** Always requests the subscription from the server. */
export const fetchSubscription = query.refresh
/** Stores a status from another response. */
export const acceptSubscription = query.setData

/** If another tab or PayPal has made the step impossible, the page gets the current status. */
export async function requestSubscriptionStep(
  step: SubscriptionStep,
): Promise<ApiResult<SubscriptionResponse>> {
  const result = await call('PATCH /api/subscription', step)
  if (result.ok) acceptSubscription(result.value)
  else if (result.failure.code === 'signed_out') handleSessionEnded()
  else if (result.failure.code === 'not_possible') await fetchSubscription()
  return result
}

// The cookie is newer than the cache, because every page and every tab updates the cookie.
const cached = query.getCached()
const hint = cached && readReaderHint()
if (cached && !(hint && formatReaderHint(hint) === formatReaderHint(createReaderHint(cached))))
  query.invalidate()

function showSubscription(subscription: SubscriptionResponse) {
  if (!subscription.signedIn) return handleSessionEnded()
  const shown = $current.get()
  const previous = shown.signedIn === 'in' ? shown.subscription : null
  if (previous && JSON.stringify(previous) !== JSON.stringify(subscription)) invalidateOutlook()
  // The hint is written first, because listeners read it.
  showReaderHint(createReaderHint(subscription))
  $current.set({ signedIn: 'in', subscription })
}

/** Reads the hint and the cache, without a request. */
export function applyReaderHint() {
  $current.set(
    isSignedInShown()
      ? { signedIn: 'in', subscription: query.getCached() ?? null }
      : { signedIn: 'out' },
  )
}

export function clearReader() {
  $current.set({ signedIn: 'out' })
  showReaderHint(null)
  clearQueries()
}

const $ended = atom(false)

/** Whether the server has ended the session of a signed-in reader's page. */
export const $sessionEnded: ReadableAtom<boolean> = computed($ended, (hasEnded) => hasEnded)

/** Handles a `signed_out` response: most likely, all sessions were ended on another device. */
export function handleSessionEnded() {
  if (!isSignedInShown()) return $current.set({ signedIn: 'out' })
  clearReader()
  $ended.set(true)
}
