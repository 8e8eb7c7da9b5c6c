import { call } from '../../browser/api.ts'
import { getBotCheckToken } from '../../browser/bot-check.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { describeVisit } from '../../browser/visit-attribution.ts'
import type {
  AccountDetails,
  CheckoutRequest,
} from '../../contracts/endpoints/checkout-endpoints.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import { getAccountRequestId } from './unfinished-checkout.ts'

/** Logged-in readers don't need the bot check. */
export async function createCheckout(request: CheckoutRequest) {
  const token = isSignedInShown() ? undefined : await getBotCheckToken(botCheckActions.checkout)
  return call('POST /api/checkout', {
    ...request,
    ...describeVisit(),
    ...(token === undefined ? {} : { botCheck: token }),
  })
}

/** `key` from the link in an email lets another browser finish the purchase. */
export const fetchApproval = (id: string, key: string | null = null) =>
  call('POST /api/checkout/:id/approval', { id, ...toKey(key) })

export const createCheckoutAccount = (id: string, account: AccountDetails, key: string | null) =>
  call('POST /api/checkout/:id/account', {
    id,
    ...account,
    requestId: getAccountRequestId(id),
    ...toKey(key),
  })

export const claimPaidCheckout = (id: string, key: string | null) =>
  call('POST /api/checkout/:id/claim', { id, ...toKey(key) })

const toKey = (key: string | null) => (key === null ? {} : { key })
