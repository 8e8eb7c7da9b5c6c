import { call } from '../../browser/api.ts'
import { getBotCheckToken } from '../../browser/bot-check.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { describeVisit } from '../../browser/visit-attribution.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import { getGiftRequestId } from './gift-draft.ts'
import type { GiftOrderFields } from './gift-fields.ts'

/** Returns a message for the buyer if the payment couldn't be started; otherwise PayPal's page opens. */
export async function startGiftPayment(order: GiftOrderFields): Promise<string> {
  const token = isSignedInShown() ? undefined : await getBotCheckToken(botCheckActions.checkout)
  const result = await call('POST /api/gifts', {
    ...order,
    requestId: getGiftRequestId(order),
    ...describeVisit(),
    ...(token === undefined ? {} : { botCheck: token }),
  })
  if (result.ok) {
    await openPayPal(result.value.approveUrl)
    return ''
  }
  const { code, message } = result.failure
  switch (code) {
    case 'unavailable':
    case 'internal':
    case 'unknown':
      return 'We couldn’t start the payment with PayPal. You haven’t been charged, and your gift is still here. Try again in a minute.'
    default:
      return `${message} You haven’t been charged, and your gift is still here.`
  }
}

/** Opens PayPal. Settles only if the buyer returns to this page with the browser's back button. */
function openPayPal(url: string): Promise<void> {
  location.assign(url)
  return new Promise((resolve) => {
    const resolveIfRestored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      removeEventListener('pageshow', resolveIfRestored)
      resolve()
    }
    addEventListener('pageshow', resolveIfRestored)
  })
}
