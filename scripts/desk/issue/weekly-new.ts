import { join } from 'node:path'
import { getIssueTime } from '../../../src/domain/issue/issue.ts'
import { getNextIssueDay, issueWeekday } from '../../../src/domain/newsletter/issue-day.ts'
import {
  addDays,
  type CalendarDay,
  getCalendarDay,
  parseCalendarDay,
} from '../../../src/domain/time-zone.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { defineCommand, formatDeskCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { readFrontPage } from '../documents/front-page.ts'
import { listDocuments } from '../documents/site-documents.ts'
import { createManuscript } from '../manuscripts/create-manuscript.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { daysMissed, draftIssue, formatIssueDraft, type StoryCandidate } from './draft-issue.ts'

export const subcommand = defineCommand({
  usage: ['weekly new [FOLDER] [--date DAY]'],
  summary: `draft next ${issueWeekday}’s issue from the front page and the week’s stories`,
  help: '  --date DAY        the issue’s day, if it isn’t the next one',
  options: { date: { type: 'string' } },
  async run({ date }, [folder = '', ...others]) {
    if (others.length > 0) throw new DeskError('Name at most one folder.', 'usage')
    const day = date === undefined ? getDefaultDay(new Date()) : parseCalendarDay(date)
    if (!day) throw new DeskError('--date must be a day, such as 2026-11-29.', 'usage')
    const site = requireAccessKey()
    const { front } = await readFrontPage(site)
    const draft = draftIssue(await readCandidates(site, day), front, getIssueTime(day))
    if (!draft)
      throw new DeskError(
        `An issue needs at least four stories published in the ${daysMissed} days before it. Publish more stories first.`,
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

/** Returns the newest stories first. */
async function readCandidates(site: KeySite, date: CalendarDay): Promise<StoryCandidate[]> {
  const candidates: StoryCandidate[] = []
  const since = getIssueTime(addDays(date, -daysMissed))
  for await (const item of listDocuments(site, { collection: 'articles', state: 'published' })) {
    // The newest update is first, so every later story was updated, and therefore published, before `since`.
    if (new Date(item.updatedAt) < since) break
    const publishedAt = new Date(item.publishedAt ?? 0)
    if (publishedAt > since) candidates.push({ ...item, publishedAt })
  }
  return candidates.toSorted((one, other) => Number(other.publishedAt) - Number(one.publishedAt))
}
