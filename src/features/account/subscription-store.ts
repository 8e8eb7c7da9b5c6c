/**
 * Where the reader stands, as far as this page knows: first by the hint, then by the server. Other
 * features read it and never write it.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { type ApiFailure, callForJson } from '../../browser/api.ts'
import { readReaderHint, showReaderHint } from '../../browser/reader-hint.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { type Result, succeed } from '../../domain/result.ts'

/** Signed in or not is unknown only until the hint has been read. */
export type Reader =
  | { readonly signedIn: 'unknown' }
  | { readonly signedIn: 'out' }
  | { readonly signedIn: 'in'; readonly subscription: SubscriptionResponse | null }

const $current = atom<Reader>({ signedIn: 'unknown' })

export const $reader: ReadableAtom<Reader> = computed($current, (reader) => reader)

/** Takes what the hint cookie says. Costs no request. */
export function readHint() {
  $current.set(readReaderHint() ? { signedIn: 'in', subscription: null } : { signedIn: 'out' })
}

/** Takes what a server's answer says, and shows it on the page. */
export function acceptSubscription(subscription: SubscriptionResponse) {
  $current.set(subscription.signedIn ? { signedIn: 'in', subscription } : { signedIn: 'out' })
  showReaderHint(
    subscription.signedIn ? { status: subscription.status, open: subscription.entitled } : null,
  )
}

export async function fetchSubscription(): Promise<Result<SubscriptionResponse, ApiFailure>> {
  const answer = await callForJson<SubscriptionResponse>('GET', endpoints.subscription)
  if (!answer.ok) return answer
  acceptSubscription(answer.value)
  return succeed(answer.value)
}

/** The reader has signed out, here or in the server's eyes. */
export function forgetReader() {
  $current.set({ signedIn: 'out' })
  showReaderHint(null)
}
