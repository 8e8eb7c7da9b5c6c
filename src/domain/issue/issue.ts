import { z } from 'zod'
import { slugSchema } from '../slug.ts'
import { parseCalendarDay } from '../time-zone.ts'

/** Addresses below /newsletter that the site itself uses. */
export const reservedIssueSlugs: ReadonlySet<string> = new Set([
  'confirm',
  'feed',
  'link',
  'preferences',
  'unsubscribe',
])

/** Each email is also tagged with the slug, and Postmark allows 80 characters. */
export const issueSlugSchema = slugSchema.max(80, 'is longer than 80 characters')

const issueStorySchema = z.object({
  slug: slugSchema,
  /** Text that replaces the story's standfirst. */
  line: z.string().min(1).max(400).optional(),
})
export type IssueStory = z.infer<typeof issueStorySchema>

/** A line break would end the email's header. */
const lineSchema = z.string().regex(/^\P{Cc}*$/u, 'must be one line')

const issueFields = z.object({
  subject: lineSchema.min(1).max(120),
  /** Shown beside the subject in inboxes. */
  preheader: lineSchema.min(1).max(150),
  /** The date of the issue, such as 2026-11-29. */
  date: z
    .string()
    .refine((day) => parseCalendarDay(day) !== null, 'must be a day, such as 2026-11-29'),
  /** The main story, shown with its picture and free preview. */
  lead: issueStorySchema,
  stories: z
    .array(issueStorySchema)
    .min(3, 'needs at least three stories')
    .max(8, 'can have at most eight stories'),
  /** An older story that readers may have missed. */
  missed: issueStorySchema.optional(),
  /** Markdown: the editors' note, and the part for subscribers, whose opening ends at `<!-- more -->`. */
  body: z.string().min(1).max(50_000),
  updatedAt: z.date(),
})

type IssueStories = Pick<z.infer<typeof issueFields>, 'lead' | 'stories' | 'missed'>

/** Lists stories in the issue's order. */
export function listIssueStories({ lead, stories, missed }: IssueStories): readonly IssueStory[] {
  return [lead, ...stories, ...(missed ? [missed] : [])]
}

/** An issue of The Weekly, stored as `issues/{slug}`. */
export const issueSchema = issueFields.superRefine((issue, { addIssue }) => {
  const slugs = new Set<string>()
  for (const { slug } of listIssueStories(issue)) {
    if (slugs.has(slug))
      addIssue({
        code: 'custom',
        path: ['stories'],
        message: `“${slug}” is in this issue twice: name each story once`,
      })
    slugs.add(slug)
  }
})
export type Issue = z.infer<typeof issueSchema>

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** Returns “Sunday, 29 November 2026”. */
export function formatIssueDate(date: string): string {
  return dayFormat.format(getIssueTime(date)).replace(/^(\p{L}+) /u, '$1, ')
}

/** Returns a point in time, which feeds need. */
export function getIssueTime(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

export function getIssuePath(slug: string): string {
  return `/newsletter/${slug}`
}
