/** What the edge is asked while somebody buys a subscription (contracts/checkout.ts). */
import { type ApiFailure, callForJson } from '../../browser/api.ts'
import type {
  ApprovalResponse,
  CheckoutAccount,
  CheckoutRequest,
  CheckoutResponse,
} from '../../contracts/checkout.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'

const at = (id: string, what: string) => `${endpoints.checkout}/${encodeURIComponent(id)}/${what}`

export const askToBegin = (request: CheckoutRequest) =>
  callForJson<CheckoutResponse>('POST', endpoints.checkout, request)

/** `key` of a letter's link, by which another browser than the one that bought is known as well. */
export const askForApproval = (id: string, key: string | null = null) =>
  callForJson<ApprovalResponse>('POST', at(id, 'approval'), key === null ? {} : { key })

export const askForAccount = (id: string, account: CheckoutAccount) =>
  callForJson<SessionResponse>('POST', at(id, 'account'), account)

export const askToClaim = (id: string, key: string | null) =>
  callForJson<SubscriptionResponse>('POST', at(id, 'claim'), key === null ? {} : { key })

/** Failures that are nobody's but ours, whose general words would not say what it means for the payer. */
export const isOurFault = ({ code }: ApiFailure) =>
  code === 'unavailable' || code === 'internal' || code === 'unknown'
