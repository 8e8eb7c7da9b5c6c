/** Retries a failed payment, wherever its reader meets it: at an article's wall and on /subscribe. */
import { takeStep } from '../account/subscription-store.ts'

export type RetryState =
  | { readonly state: 'trying' }
  /** The wall or the page changes by itself: there is nothing to say. */
  | { readonly state: 'paid' }
  | { readonly state: 'declined' }
  | { readonly state: 'failed'; readonly words: string }

let retrying: Promise<RetryState> | undefined

/** A button that is pressed twice sends one request. */
export function retryPayment(): Promise<RetryState> {
  retrying ??= retry().finally(() => {
    retrying = undefined
  })
  return retrying
}

async function retry(): Promise<RetryState> {
  const taken = await takeStep({ step: 'mend' })
  if (taken.ok) {
    return taken.value.detail === 'paymentFailed'
      ? { state: 'failed', words: pending }
      : { state: 'paid' }
  }
  const { code, message } = taken.failure
  return code === 'payment_declined' ? { state: 'declined' } : { state: 'failed', words: message }
}

const pending = 'PayPal is trying the payment again. Check back in a few minutes.'

export const retryWords = {
  button: 'Retry payment',
  trying: 'Trying the payment again…',
  /** Followed by a link to the reader's payment methods at PayPal, with these words. */
  declined: 'The payment was declined again, and you haven’t been charged.',
  otherMethod: 'Choose another payment method at PayPal',
  thenRetry: 'then retry the payment here.',
} as const
