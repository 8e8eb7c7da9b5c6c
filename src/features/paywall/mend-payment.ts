/** Has a payment that failed tried again, where its reader has met the wall for it. */
import { callForJson } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SubscriptionResponse, SubscriptionStep } from '../../contracts/subscription.ts'
import { acceptSubscription, fetchSubscription } from '../account/subscription-store.ts'

export type Mending =
  | { readonly state: 'trying' }
  | { readonly state: 'mended' }
  /** Where they choose another way of paying. */
  | { readonly state: 'declined' }
  | { readonly state: 'failed'; readonly words: string }

let mending: Promise<Mending> | undefined

/** Pressed twice, it is tried once. */
export function mendPayment(): Promise<Mending> {
  mending ??= mend().finally(() => {
    mending = undefined
  })
  return mending
}

async function mend(): Promise<Mending> {
  const step: SubscriptionStep = { step: 'mend' }
  const tried = await callForJson<SubscriptionResponse>('PATCH', endpoints.subscription, step)
  if (tried.ok) {
    acceptSubscription(tried.value)
    return { state: 'mended' }
  }
  const { code, message } = tried.failure
  if (code === 'payment_declined') return { state: 'declined' }
  // It has changed meanwhile, in another tab or at PayPal: the page is to show how it stands.
  if (code === 'not_possible') await fetchSubscription()
  return { state: 'failed', words: message }
}
