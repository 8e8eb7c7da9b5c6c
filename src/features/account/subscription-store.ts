/**
 * Where the reader stands, as far as this page knows: first by the hint, then by the server. Other
 * features read it and never write it.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { type ApiFailure, callForJson } from '../../browser/api.ts'
import { createQuery, forgetAnswers } from '../../browser/query.ts'
import { isReaderShown, readReaderHint, showReaderHint } from '../../browser/reader-hint.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { formatReaderHint } from '../../contracts/reader-hint.ts'
import type { SubscriptionResponse, SubscriptionStep } from '../../contracts/subscription.ts'
import type { Result } from '../../domain/result.ts'

/** Signed in or not is unknown only until the hint has been read. */
export type Reader =
  | { readonly signedIn: 'unknown' }
  | { readonly signedIn: 'out' }
  | { readonly signedIn: 'in'; readonly subscription: SubscriptionResponse | null }

const $current = atom<Reader>({ signedIn: 'unknown' })

export const $reader: ReadableAtom<Reader> = computed($current, (reader) => reader)

const query = createQuery<SubscriptionResponse>('subscription', {
  call: () => callForJson<SubscriptionResponse>('GET', endpoints.subscription),
  forGuests: {
    status: 'notSubscribed',
    detail: 'none',
    signedIn: false,
    entitled: false,
    until: null,
    plan: null,
    paidThrough: null,
    resumesAt: null,
    freeUntil: null,
    may: ['subscribe'],
  },
  take: showSubscription,
})

export const $subscription = query.$store
/** At most five minutes old; asks where nothing is known. */
export const currentSubscription = query.current
/** Asks, whatever is known. */
export const fetchSubscription = query.refresh
/** Takes what another answer of the server says. */
export const acceptSubscription = query.accept

/**
 * Takes a step that the reader asks for, and shows the standing that follows. Where it cannot be
 * taken any more, because another tab or PayPal was first, the page learns where they stand instead.
 */
export async function takeStep(
  step: SubscriptionStep,
): Promise<Result<SubscriptionResponse, ApiFailure>> {
  const taken = await callForJson<SubscriptionResponse>('PATCH', endpoints.subscription, step)
  if (taken.ok) acceptSubscription(taken.value)
  else if (taken.failure.code === 'signed_out') noteSessionEnded()
  else if (taken.failure.code === 'not_possible') await fetchSubscription()
  return taken
}

const hintOf = ({ status, detail, entitled }: SubscriptionResponse) => ({
  status,
  open: entitled,
  mend: detail === 'paymentFailed',
})

// The cookie is the younger of the two: every page and every tab changes it.
const known = query.known()
const hint = known && readReaderHint()
if (known && !(hint && formatReaderHint(hint) === formatReaderHint(hintOf(known)))) query.forget()

function showSubscription(subscription: SubscriptionResponse) {
  if (!subscription.signedIn) return noteSessionEnded()
  // First, because whoever hears of the other goes by it.
  showReaderHint(hintOf(subscription))
  $current.set({ signedIn: 'in', subscription })
}

/** Takes what the hint cookie says, and what is known since the page before. Costs no request. */
export function readHint() {
  $current.set(
    isReaderShown() ? { signedIn: 'in', subscription: query.known() ?? null } : { signedIn: 'out' },
  )
}

/** The reader has signed out, here or in the server's eyes: nothing of theirs stays on the page. */
export function forgetReader() {
  $current.set({ signedIn: 'out' })
  showReaderHint(null)
  forgetAnswers()
}

const $ended = atom(false)

/** Whether the server has said that nobody is signed in, on a page that was made for a reader. */
export const $sessionEnded: ReadableAtom<boolean> = computed($ended, (hasEnded) => hasEnded)

/** Takes the server's word that nobody is signed in: most likely the session was ended from elsewhere. */
export function noteSessionEnded() {
  if (!isReaderShown()) return $current.set({ signedIn: 'out' })
  forgetReader()
  $ended.set(true)
}
