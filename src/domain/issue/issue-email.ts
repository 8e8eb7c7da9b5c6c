/**
 * An issue of The Weekly as it is sent: the desk renders it once for each kind of recipient, and the Worker
 * replaces nothing in it but the personal links.
 */
import { z } from 'zod'

/** Subscribers get the part for subscribers; everybody else gets its opening and an offer. */
export const issueVersions = ['guest', 'subscriber'] as const
export type IssueVersion = (typeof issueVersions)[number]

/** Placeholders in HTML and text for a recipient's own links. */
export const personalLinkPlaceholders = {
  unsubscribe: '{{unsubscribe}}',
  preferences: '{{preferences}}',
} as const
export type PersonalLinks = Readonly<Record<keyof typeof personalLinkPlaceholders, string>>

/** Bytes of one version's HTML, personal links included: Gmail cuts off messages of more than about 102 KB. */
export const maxIssueEmailBytes = 40 * 1024

const versionSchema = z.object({
  html: z.string().min(1).max(maxIssueEmailBytes),
  text: z.string().min(1).max(maxIssueEmailBytes),
})

export const issueEmailSchema = z.object({
  /** A line break would end the header of an email. */
  subject: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  versions: z.object({ guest: versionSchema, subscriber: versionSchema }),
})
export type IssueEmail = z.infer<typeof issueEmailSchema>
