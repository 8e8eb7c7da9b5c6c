/**
 * Letters to readers, by whatever service takes them in the form that Resend has made common: one POST
 * of JSON with a bearer key, and `Idempotency-Key`, so that a letter that is sent again goes out once.
 * Never logs an address or a letter. Facts: "Send Email" and "Idempotency Keys" in Resend's reference.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'

export type MailMessage = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type MailFailure =
  /** Out of reach, too slow, too busy, or not ours to use: try again later. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** It will not take this letter, however often it is asked. */
  | { readonly kind: 'refused' }

export type Mail = {
  /** Goes out once for each `id`. */
  send(message: MailMessage, id: string): Promise<Result<void, MailFailure>>
}

export type MailOptions = {
  /** Where letters are posted to: `https://api.resend.com/emails`, or another that takes the same. */
  readonly url: string
  readonly key: string
  /** Who writes: `The Verandah <letters@example.com>`. */
  readonly from: string
  /** Milliseconds. */
  readonly timeout: number
}

const takenSchema = z.object({ id: z.string() })
const refusalSchema = z.object({ name: z.string() })

export function createMail({ url, key, from, timeout }: MailOptions): Mail {
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
          // The key and the letter are for this address and no other.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeout),
        })
        const answer: unknown = await response.json().catch(() => null)
        // Whoever else answers in its place has not taken the letter, and cannot refuse it either.
        const isTaken = response.ok && takenSchema.safeParse(answer).success
        if (isTaken) return succeed(undefined)
        const refusal = refusalSchema.safeParse(answer)
        // Its reader has another name by now: the letter has gone out under the old one.
        const isSent =
          response.status === 409 &&
          refusal.success &&
          refusal.data.name === 'invalid_idempotent_request'
        if (isSent) return succeed(undefined)
        const isRefused = response.status === 400 || response.status === 422
        if (isRefused && refusal.success) return fail({ kind: 'refused' })
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
