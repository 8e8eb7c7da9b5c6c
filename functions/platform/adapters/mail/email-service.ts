/**
 * A provider of emails to single readers: about accounts, purchases and gifts, and confirmations. The Weekly
 * is sent by a `BulkProvider`. Adapters never log an address or an email.
 */
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { callService } from '../call-service.ts'

export const emailServiceNames = ['resend', 'ses', 'postmark', 'cloudflare'] as const

/**
 * `newsletter`: emails about the list of The Weekly, which has a suppression of its own. `address`: confirms an
 * address that somebody has just entered. `editors`: to our own editors.
 */
export type EmailTopic = 'account' | 'newsletter' | 'address' | 'editors'

export type EmailMessage = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The provider's events repeat it. */
  readonly topic: EmailTopic
}

export type EmailFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** The email will never be accepted. */
  | { readonly kind: 'refused' }

export type EmailService = {
  /**
   * Sends once for each `id`, if the provider recognises repeats; otherwise a repeat after an answer that was lost
   * is a second copy: a receipt that arrives twice is better than none.
   */
  send(message: EmailMessage, id: string): Promise<Result<void, EmailFailure>>
}

/**
 * `judge` returns null unless the answer has the provider's own form: a page of something on the way says nothing.
 * Also null if not the address, but a key, a quota or a setting is refused: the email waits until that's corrected.
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
