/**
 * An issue of The Weekly as it's sent: the desk renders it once for each version, and the Worker replaces only the
 * personal links.
 */
import { z } from 'zod'

/** Subscribers get the part for subscribers, and everybody else its opening and an offer. */
export const issueVersions = ['guest', 'subscriber'] as const
export type IssueVersion = (typeof issueVersions)[number]

/** Placeholders for a recipient's own links, in HTML and text. */
export const personalLinkPlaceholders = {
  unsubscribe: '{{unsubscribe}}',
  preferences: '{{preferences}}',
} as const
export type PersonalLinks = Readonly<Record<keyof typeof personalLinkPlaceholders, string>>

/**
 * The maximum size in bytes of one version's HTML, including personal links. Gmail truncates messages of more than
 * about 102 KB.
 */
export const maxIssueEmailBytes = 40 * 1024

const versionSchema = z.object({
  html: z.string().min(1).max(maxIssueEmailBytes),
  text: z.string().min(1).max(maxIssueEmailBytes),
})

export const issueEmailSchema = z.object({
  /** A line break would end the email's header. */
  subject: z
    .string()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u),
  versions: z.object({ guest: versionSchema, subscriber: versionSchema }),
})
export type IssueEmail = z.infer<typeof issueEmailSchema>
