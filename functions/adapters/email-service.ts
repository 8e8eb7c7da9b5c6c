/**
 * Sends emails through any service with Resend's API. Never logs an address or an email. Source: "Send
 * Email" and "Idempotency Keys" in Resend's reference.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'

export type EmailMessage = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type EmailFailure =
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** Will never be accepted. */
  | { readonly kind: 'refused' }

export type EmailService = {
  /** Sends once for each `id`. */
  send(message: EmailMessage, id: string): Promise<Result<void, EmailFailure>>
}

export type EmailServiceOptions = {
  /** `https://api.resend.com/emails`, or a compatible service. */
  readonly url: string
  readonly key: string
  readonly from: string
  /** Milliseconds. */
  readonly timeout: number
}

const acceptedSchema = z.object({ id: z.string() })
const errorSchema = z.object({ name: z.string() })

export function createEmailService({ url, key, from, timeout }: EmailServiceOptions): EmailService {
  return {
    async send(message, id) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': id,
          },
          body: JSON.stringify({ from, ...message }),
          // Redirects would pass on the key and the email.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeout),
        })
        const responseBody: unknown = await response.json().catch(() => null)
        // Only a response in Resend's form counts as accepted or refused.
        const isAccepted = response.ok && acceptedSchema.safeParse(responseBody).success
        if (isAccepted) return succeed(undefined)
        const parsedError = errorSchema.safeParse(responseBody)
        // The reader's name has changed since the email was first sent.
        const isAlreadySent =
          response.status === 409 &&
          parsedError.success &&
          parsedError.data.name === 'invalid_idempotent_request'
        if (isAlreadySent) return succeed(undefined)
        const isRefused = response.status === 400 || response.status === 422
        if (isRefused && parsedError.success) return fail({ kind: 'refused' })
        return fail({ kind: 'unavailable', reason: `status ${response.status}` })
      } catch (error) {
        return fail({
          kind: 'unavailable',
          reason: error instanceof Error ? error.name : 'unknown',
        })
      }
    },
  }
}
