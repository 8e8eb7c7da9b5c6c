import { z } from 'zod'
import type { Totals } from '../../../src/domain/issue/chunk-totals.ts'
import type { Report } from '../../../src/domain/statistics/report.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import { readIssues } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { createGroupsTable, type Group } from './report-tables.ts'

const maxIssues = 12

const issueSchema = z.object({ subject: z.string(), date: z.string() })

/** Reads the record of an issue from its Durable Object. */
type ReadSending = (slug: string) => Promise<{
  readonly totals: Pick<
    Totals,
    'accepted' | 'delivered' | 'hardBounces' | 'softBounces' | 'complaints'
  >
} | null>

export async function createWeeklyReport(
  context: ReportContext,
  readSending: ReadSending,
): Promise<Report> {
  const { database, firestore } = context
  const found = await firestore.query({
    collection: 'issues',
    orderBy: 'date',
    newestFirst: true,
    limit: maxIssues,
    fields: ['subject', 'date'],
  })
  if (!found.ok) throw new Error(`The issues can’t be read: ${found.failure.kind}`)
  const oldest = issueSchema.safeParse(found.value.documents.at(-1)?.fields).data?.date ?? ''
  const byIssue = await readIssues(database, oldest)
  const issues = await Promise.all(
    found.value.documents.map(async ({ id, fields }): Promise<Group> => {
      const issue = issueSchema.safeParse(fields).data
      const totals = (await readSending(id))?.totals
      return {
        label: issue ? `${issue.date}: ${issue.subject}` : id,
        path: `/newsletter/${id}`,
        now: {
          ...byIssue.get(id),
          issueSent: totals?.accepted ?? null,
          issueDelivered: totals?.delivered ?? null,
          issueBounced: totals ? totals.hardBounces + totals.softBounces : null,
          issueComplaints: totals?.complaints ?? null,
        },
      }
    }),
  )
  return createReport(context, {
    title: newsletter.name,
    tables: [
      createGroupsTable(
        {
          id: 'issues',
          title: 'By issue',
          note: `The latest ${maxIssues} issues, each since it was sent. A dash means that the issue wasn’t sent by this site.`,
          rowHeading: 'Issue',
        },
        [
          'issueSent',
          'issueDelivered',
          'issueBounced',
          'issueComplaints',
          'issueViews',
          'issueReads',
          'issueViewRate',
          { figure: 'issueStarts', label: 'Started' },
        ],
        issues,
      ),
    ],
  })
}
