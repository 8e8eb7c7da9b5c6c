import { z } from 'zod'
import { slugSchema } from '../slug.ts'
import { parseCalendarDay } from '../time-zone.ts'

/** Addresses below /newsletter that the site uses itself. */
export const reservedIssueSlugs: ReadonlySet<string> = new Set([
  'confirm',
  'feed',
  'link',
  'preferences',
  'unsubscribe',
])

/** The slug is also a tag of each email; at Postmark, its values have at most 80 characters. */
export const issueSlugSchema = slugSchema.max(80, 'is longer than 80 characters')

const issueStorySchema = z.object({
  slug: slugSchema,
  /** Replaces the story's standfirst. */
  line: z.string().min(1).max(400).optional(),
})
export type IssueStory = z.infer<typeof issueStorySchema>

/** A line break would end the header of an email. */
const lineSchema = z.string().regex(/^\P{Cc}*$/u, 'must be one line')

const issueFields = z.object({
  subject: lineSchema.min(1).max(120),
  /** Shown beside the subject in lists of emails. */
  preheader: lineSchema.min(1).max(150),
  /** The day that it is dated, such as 2026-11-29. */
  date: z
    .string()
    .refine((day) => parseCalendarDay(day) !== null, 'must be a day, such as 2026-11-29'),
  /** Shown with its picture and its free preview. */
  lead: issueStorySchema,
  stories: z
    .array(issueStorySchema)
    .min(3, 'needs at least three stories')
    .max(8, 'has room for eight stories'),
  /** An older story. */
  missed: issueStorySchema.optional(),
  /** Markdown: the editors' note, and the part for subscribers, whose rest follows `<!-- more -->`. */
  body: z.string().min(1).max(50_000),
  updatedAt: z.date(),
})

type IssueStories = Pick<z.infer<typeof issueFields>, 'lead' | 'stories' | 'missed'>

/** In the order of the issue. */
export function listIssueStories({ lead, stories, missed }: IssueStories): readonly IssueStory[] {
  return [lead, ...stories, ...(missed ? [missed] : [])]
}

/** `issues/{slug}`: an issue of The Weekly. */
export const issueSchema = issueFields.superRefine((issue, { addIssue }) => {
  const slugs = new Set<string>()
  for (const { slug } of listIssueStories(issue)) {
    if (slugs.has(slug))
      addIssue({ code: 'custom', path: ['stories'], message: `contains “${slug}” twice` })
    slugs.add(slug)
  }
})
export type Issue = z.infer<typeof issueSchema>

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** “Sunday, 29 November 2026”. */
export function formatIssueDate(date: string): string {
  return dayFormat.format(getIssueTime(date)).replace(/^(\p{L}+) /u, '$1, ')
}

/** A point in time for feeds, which need one. */
export function getIssueTime(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

export function getIssuePath(slug: string): string {
  return `/newsletter/${slug}`
}
