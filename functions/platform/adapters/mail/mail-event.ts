/** The common format of providers' reports about emails. */
import { z } from 'zod'
import type { ReportKind } from '../../../../src/domain/issue/chunk.ts'
import type { EmailTopic } from './email-service.ts'

export type MailEvent = {
  readonly kind: ReportKind
  readonly at: Date
  readonly email: string
  /**
   * The issue that was sent, or `account` for an email about an account. Null for emails about The Weekly's list, and
   * for emails without our tags.
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

/** Parses the tags that a call attached to each email: those of `createTags`, or an `EmailMessage`'s topic. */
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
