/** What the edge is asked while somebody buys a subscription (contracts/checkout.ts). */
import { type ApiFailure, callForJson } from '../../browser/api.ts'
import { botCheckToken } from '../../browser/bot-check.ts'
import { isReaderShown } from '../../browser/reader-hint.ts'
import { botCheckActions } from '../../contracts/bot-check.ts'
import type {
  ApprovalResponse,
  CheckoutAccount,
  CheckoutRequest,
  CheckoutResponse,
  NamedAccount,
} from '../../contracts/checkout.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import { accountRequestId } from './paid-checkout.ts'

const at = (id: string, what: string) => `${endpoints.checkout}/${encodeURIComponent(id)}/${what}`

/** Guests pass the bot check, readers who are logged in don't need it. */
export async function askToBegin(request: CheckoutRequest) {
  const token = isReaderShown() ? undefined : await botCheckToken(botCheckActions.checkout)
  const body = token === undefined ? request : { ...request, botCheck: token }
  return callForJson<CheckoutResponse>('POST', endpoints.checkout, body)
}

/** `key` from the link in an email: another browser than the one that paid can finish with it. */
export const askForApproval = (id: string, key: string | null = null) =>
  callForJson<ApprovalResponse>('POST', at(id, 'approval'), key === null ? {} : { key })

export const askForAccount = (id: string, account: NamedAccount, key: string | null) =>
  callForJson<SessionResponse>('POST', at(id, 'account'), {
    ...account,
    requestId: accountRequestId(id),
    ...(key === null ? {} : { key }),
  } satisfies CheckoutAccount)

export const askToClaim = (id: string, key: string | null) =>
  callForJson<SubscriptionResponse>('POST', at(id, 'claim'), key === null ? {} : { key })

/** Failures that are nobody's but ours, whose general words would not say what it means for the payer. */
export const isOurFault = ({ code }: ApiFailure) =>
  code === 'unavailable' || code === 'internal' || code === 'unknown'
