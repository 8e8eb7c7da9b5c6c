/** Retries a failed payment, from an article's wall or from /subscribe. */
import { retryPaymentText } from '../../ui/retry-payment-text.ts'
import { requestSubscriptionStep } from '../session/subscription-store.ts'

export type RetryState =
  | { readonly state: 'trying' }
  /** The wall or the page changes by itself, so there is no message. */
  | { readonly state: 'paid' }
  | { readonly state: 'declined' | 'failed'; readonly message: string }

let retrying: Promise<RetryState> | undefined

/** Two presses send one request. */
export function retryPayment(): Promise<RetryState> {
  retrying ??= sendRetry().finally(() => {
    retrying = undefined
  })
  return retrying
}

async function sendRetry(): Promise<RetryState> {
  const result = await requestSubscriptionStep({ step: 'retryPayment' })
  if (result.ok) {
    // The detail may name other access, such as complimentary access.
    return result.value.allowedSteps.includes('retryPayment')
      ? { state: 'failed', message: retryPaymentText.pending }
      : { state: 'paid' }
  }
  const { code, message } = result.failure
  return { state: code === 'payment_declined' ? 'declined' : 'failed', message }
}
