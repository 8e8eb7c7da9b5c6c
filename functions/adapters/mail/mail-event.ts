/** The one form into which adapters parse what their providers report about emails. */
import { z } from 'zod'
import type { ReportKind } from '../../../src/domain/issue/chunk.ts'
import type { EmailTopic } from './email-service.ts'

export type MailEvent = {
  readonly kind: ReportKind
  readonly at: Date
  readonly email: string
  /**
   * The issue that was sent, or that the email was about an account. Null for emails about the list of The Weekly,
   * and for those that carry no tags of ours.
   */
  readonly source:
    | { readonly issue: string; readonly chunk: string; readonly position: number }
    | 'account'
    | null
}

const tagsSchema = z.object({
  issue: z.string(),
  chunk: z.string(),
  position: z.coerce.number<string>().int().min(0),
})

const topicSchema = z.object({ topic: z.enum(['account', 'address'] satisfies EmailTopic[]) })

/** Tags that a call attached to each email: `createTags`, or an `EmailMessage`'s topic. */
export function parseSource(tags: unknown): MailEvent['source'] {
  const parsed = tagsSchema.safeParse(tags)
  if (parsed.success) return parsed.data
  return topicSchema.safeParse(tags).success ? 'account' : null
}

export const createTags = (issue: string, chunk: string, position: number) => ({
  issue,
  chunk,
  position: String(position),
})

/** Compares digests, so that neither the contents nor the length of a secret can be measured. */
export async function isSameSecret(given: string, secret: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const [one, other] = await Promise.all(
    [given, secret].map((text) => crypto.subtle.digest('SHA-256', encoder.encode(text))),
  )
  const left = new Uint8Array(one!)
  const right = new Uint8Array(other!)
  let difference = 0
  for (const [index, byte] of left.entries()) difference |= byte ^ right[index]!
  return difference === 0
}
