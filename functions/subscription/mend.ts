/** Has the payment that failed tried again: what is outstanding at PayPal is asked for, once. */
import { fail, type Result } from '../../src/domain/result.ts'
import type { Subscription } from '../../src/domain/subscription.ts'
import type { ChangeFailure } from './change.ts'
import { type Looked, type Means, takeWordOf } from './look.ts'

const minute = 60 * 1000

/**
 * `declined` where the payer's way of paying was refused again. Done twice at once it takes the money
 * once: PayPal knows the request, and has nothing outstanding after it.
 */
export async function mend(
  means: Means,
  uid: string,
  { provider, plan }: Subscription,
): Promise<Result<Looked, ChangeFailure | { readonly kind: 'declined' }>> {
  const { paypal, now } = means
  const found = await paypal.find(provider)
  if (!found.ok) return found
  const { outstanding, seen } = found.value
  let isDeclined = false
  if (outstanding.minorUnits > 0) {
    // Of this failure and this minute: who has put money on the card may try again, whatever was said before.
    const time = Math.floor(now().getTime() / minute)
    const requestId = `mend-${provider}-${seen.failedPayments}-${time}`
    const captured = await paypal.capture(provider, outstanding, requestId)
    if (!captured.ok && captured.failure.kind !== 'refused') return captured
    isDeclined = captured.ok && captured.value === 'declined'
  }
  const after = await paypal.find(provider)
  if (!after.ok) return after
  // After three failures PayPal holds a subscription; what was owed is paid now.
  if (after.value.seen.status === 'SUSPENDED' && after.value.seen.failedPayments === 0) {
    const brought = await paypal.bring(provider, 'ACTIVE', 'The outstanding payment was made')
    if (!brought.ok && brought.failure.kind !== 'refused') return brought
  }
  const taken = await takeWordOf(means, { uid, plan }, provider, { by: 'reader' })
  return taken.ok && isDeclined ? fail({ kind: 'declined' }) : taken
}
