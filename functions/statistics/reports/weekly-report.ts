import { z } from 'zod'
import { createRate, type Report, type Row } from '../../../src/domain/statistics/report.ts'
import { createSendings } from '../../issue/sendings.ts'
import { readIssueStarts, readIssueStatistics } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'

const maxIssues = 12

const issueSchema = z.object({ subject: z.string(), date: z.string() })

export type ReadSending = (slug: string) => Promise<{
  readonly totals: {
    readonly accepted: number
    readonly delivered: number
    readonly hardBounces: number
    readonly softBounces: number
    readonly complaints: number
  }
} | null>

/** Each issue's record is in its Durable Object. */
export function createSendingReader(objects: Parameters<typeof createSendings>[0]): ReadSending {
  const sendings = createSendings(objects)
  return (slug) => sendings.call(slug, 'read')
}

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
  const [figures, starts] = await Promise.all([
    readIssueStatistics(database, oldest),
    readIssueStarts(database, oldest),
  ])
  const rows = await Promise.all(
    found.value.documents.map(async ({ id, fields }): Promise<Row> => {
      const issue = issueSchema.safeParse(fields).data
      const sent = (await readSending(id))?.totals
      const { views = 0, reads = 0 } = figures.get(id) ?? {}
      return {
        label: issue ? `${issue.date}: ${issue.subject}` : id,
        path: `/newsletter/${id}`,
        cells: [
          { value: sent?.accepted ?? null },
          { value: sent?.delivered ?? null },
          { value: sent ? sent.hardBounces + sent.softBounces : null },
          { value: sent?.complaints ?? null },
          { value: views },
          { value: reads },
          createRate('issueViewRate', { part: views, whole: sent?.accepted ?? 0 }),
          { value: starts.get(id)?.count ?? 0 },
        ],
      }
    }),
  )
  return createReport(context, {
    title: 'The Weekly',
    tables: [
      {
        id: 'issues',
        title: 'By issue',
        note: `The latest ${maxIssues} issues, each since it was sent. A dash: not sent from here.`,
        rowHeading: 'Issue',
        columns: [
          { label: 'Sent', figure: 'issueSent' },
          { label: 'Delivered', figure: 'issueDelivered' },
          { label: 'Bounced', figure: 'issueBounced' },
          { label: 'Complaints', figure: 'issueComplaints' },
          { label: 'Views', figure: 'issueViews' },
          { label: 'Reads', figure: 'issueReads' },
          { label: 'Views per email', figure: 'issueViewRate' },
          { label: 'Started', figure: 'issueStarts' },
        ],
        rows,
      },
    ],
  })
}
