/**
 * A provider of emails to individual readers: about accounts, purchases and gifts, and confirmations. The Weekly is
 * sent by a `BulkProvider`. Adapters never log an address or an email.
 */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { callService } from '../call-service.ts'

export const emailServiceNames = ['resend', 'ses', 'postmark', 'cloudflare'] as const

/**
 * `newsletter`: emails about The Weekly's list, which has separate suppressions. `address`: emails that confirm an
 * address somebody has just entered. `editors`: emails to our own editors.
 */
export type EmailTopic = 'account' | 'newsletter' | 'address' | 'editors'

export type EmailMessage = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The provider's events include the topic. */
  readonly topic: EmailTopic
}

export type EmailFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The email will never be accepted. */
  | { readonly kind: 'refused' }

export type EmailService = {
  /**
   * Sends once per `id` if the provider detects duplicates. Otherwise a retry after a lost response sends a second
   * copy, because a receipt that arrives twice is better than none.
   */
  send(message: EmailMessage, id: string): Promise<Result<void, EmailFailure>>
}

/**
 * `judge` returns null unless the response is in the provider's own format, because a proxy's error page says nothing.
 * It also returns null if a key, a quota or a setting is refused rather than the address: the email waits until that
 * has been corrected.
 */
export async function sendByCall(
  make: () => Promise<Request> | Request,
  timeout: number,
  judge: (response: Response, body: unknown) => 'accepted' | 'refused' | null,
): Promise<Result<void, EmailFailure>> {
  const called = await callService(make, timeout)
  if (!called.ok) return fail({ kind: 'unavailable', reason: called.failure })
  const { response, body } = called.value
  const judgement = judge(response, body)
  if (judgement === 'accepted') return succeed(undefined)
  if (judgement === 'refused') return fail({ kind: 'refused' })
  return fail({ kind: 'unavailable', reason: `status ${response.status}` })
}
