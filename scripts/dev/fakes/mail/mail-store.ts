/** Stores the emails that the fake providers accept, and sets how the providers behave. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

export const mailMoods = [
  'accept',
  /** Accepts the emails, and closes the connection without an answer. */
  'loseAnswer',
  'throttle',
  /** Answers after three seconds. */
  'slow',
  'refuse',
  /** Refuses the first address of a call. */
  'rejectOne',
] as const
export type MailMood = (typeof mailMoods)[number]

export type MailProvider = 'resend' | 'ses' | 'postmark'

export const draftSchema = z.object({
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
})
export type EmailDraft = z.infer<typeof draftSchema>

export type AcceptedEmail = EmailDraft & {
  readonly id: string
  readonly provider: MailProvider
  readonly acceptedAt: string
}

/** The id of each email, or null if its address is refused. */
export type Acceptance = readonly (string | null)[]

type Reply = { readonly payload: string; readonly acceptance: Acceptance }

export function createMailStore() {
  const emails: AcceptedEmail[] = []
  const replies = new Map<string, Reply>()
  let mood: MailMood = 'accept'

  function accept(provider: MailProvider, drafts: readonly EmailDraft[]): Acceptance {
    return drafts.map((draft, index) => {
      if (mood === 'rejectOne' && index === 0) return null
      const email = { ...draft, provider, id: randomUUID(), acceptedAt: new Date().toISOString() }
      emails.push(email)
      return email.id
    })
  }

  return {
    emails,
    get mood() {
      return mood
    },
    setMood(next: MailMood) {
      mood = next
    },
    accept,
    /** Behaves like Resend: returns null for a key that was used with other contents. */
    acceptOnce(key: string, payload: string, drafts: readonly EmailDraft[]): Acceptance | null {
      const known = replies.get(key)
      if (known) return known.payload === payload ? known.acceptance : null
      const acceptance = accept('resend', drafts)
      replies.set(key, { payload, acceptance })
      return acceptance
    },
  }
}

export type MailStore = ReturnType<typeof createMailStore>
