import { join } from 'node:path'
import { emptyFrontPage, type FrontPage } from '../../../functions/documents/front-page-document.ts'
import { getIssueTime } from '../../../src/domain/issue/issue.ts'
import { getNextIssueDay, issueWeekday } from '../../../src/domain/newsletter/issue-day.ts'
import { slugSchema } from '../../../src/domain/slug.ts'
import {
  addDays,
  type CalendarDay,
  getCalendarDay,
  parseCalendarDay,
} from '../../../src/domain/time-zone.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import { defineCommand, formatDeskCommand } from '../command-line/command.ts'
import { type Desk, openDesk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { listDocuments, readDocument } from '../documents/stored-documents.ts'
import { createManuscript } from '../manuscripts/create-manuscript.ts'
import { daysMissed, draftIssue, formatIssueDraft, type StoryCandidate } from './draft-issue.ts'

export const subcommand = defineCommand({
  usage: ['weekly new [FOLDER] [--date DAY]'],
  summary: `draft next ${issueWeekday}’s issue from the front page and the week’s stories`,
  help: '  --date DAY        the issue’s day, if it isn’t the next one',
  options: { date: { type: 'string' } },
  async run({ date }, [folder = '', ...others]) {
    if (others.length > 0) throw new DeskError('Name one folder at most.', 'usage')
    const day = date === undefined ? getDefaultDay(new Date()) : parseCalendarDay(date)
    if (!day) throw new DeskError('--date must be a day, such as 2026-11-29.', 'usage')
    const desk = await openDesk()
    const stored = await readDocument(desk, 'front/home')
    const front = { ...emptyFrontPage, ...(stored?.fields as Partial<FrontPage> | undefined) }
    const draft = draftIssue(await readCandidates(desk, day), front, getIssueTime(day))
    if (!draft)
      throw new DeskError(
        'An issue needs at least four published stories. Publish more stories first.',
      )
    const file = join(folder, `${day}.md`)
    createManuscript(file, formatIssueDraft(draft, day))
    console.log(
      `Created ${file}. Fill it in, then run: ${formatDeskCommand(`weekly check ${file}`)}`,
    )
    return 'done'
  },
})

/** Days are counted in the newsletter's time zone. */
function getDefaultDay(now: Date): CalendarDay {
  const today = getCalendarDay(now, newsletter.timeZone)
  return parseCalendarDay(getNextIssueDay(getIssueTime(today)).toISOString().slice(0, 10)) ?? today
}

/** Newest first. Costs one read per story of two months. */
async function readCandidates(desk: Desk, date: CalendarDay): Promise<StoryCandidate[]> {
  const candidates: StoryCandidate[] = []
  const since = getIssueTime(addDays(date, -daysMissed))
  const stories = listDocuments(desk, {
    collection: 'articles',
    where: [
      { field: 'status', is: 'EQUAL', value: 'published' },
      { field: 'publishedAt', is: 'GREATER_THAN', value: since },
    ],
    orderBy: 'publishedAt',
    fields: ['title', 'publishedAt', 'editorsPick'],
  })
  for await (const { id: slug, fields } of stories) {
    const { title, publishedAt, editorsPick } = fields
    if (!slugSchema.safeParse(slug).success || !(publishedAt instanceof Date)) continue
    candidates.push({ slug, title: String(title), publishedAt, editorsPick: editorsPick === true })
  }
  return candidates.reverse()
}
