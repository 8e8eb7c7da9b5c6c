import {
  type AudienceCounts,
  addAudiences,
  countedParts,
  countRecipients,
  isAudienceComplete,
  noAudience,
} from '../../../src/domain/issue/audience.ts'
import { getIssuePath } from '../../../src/domain/issue/issue.ts'
import { getInstant, parseCalendarDay } from '../../../src/domain/time-zone.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import type { KeySite } from '../../shared/fetch-signed.ts'
import { askToConfirm, yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, formatDeskCommand, requireOne } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { createProgressBar, printText } from '../command-line/terminal.ts'
import { parseTimeOption, timeHelp } from '../command-line/time-option.ts'
import { findDocument, toText } from '../documents/site-documents.ts'
import { diffLines } from '../manuscripts/conflict.ts'
import type { PreparedManuscript } from '../manuscripts/prepare-manuscripts.ts'
import { printProblems } from '../manuscripts/print-problems.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { waitUntilReachable } from '../site/site-client.ts'
import { createIssueSource } from './issue-content.ts'
import { checkIssue } from './prepare-issue.ts'
import { formatSendTime, printStatus } from './print-sending-status.ts'
import { exclusionText } from './sending-text.ts'

export const subcommand = defineCommand({
  usage: ['weekly approve FILE [--at TIME] [--yes]'],
  summary: 'show who will get an issue, and approve it for sending',
  help: `  --at TIME         when to send it (default: at ${newsletter.hour} o’clock on the issue’s day, in ${newsletter.timeZone}),
                    ${timeHelp}
  --yes             approve or cancel without asking`,
  options: { ...yesOption, at: { type: 'string' } },
  async run(values, positionals) {
    const file = requireOne(positionals, 'file')
    const givenTime = values.at === undefined ? null : parseTimeOption('--at', values.at)
    const site = requireAccessKey()
    const { issue, problems } = await checkIssue(createIssueSource(site), file)
    if (problems.length > 0 || !issue) {
      printProblems(problems)
      return 'refused'
    }
    const { slug, subject, date, lead, stories, missed } = issue.content
    const sendAt = givenTime ?? getDefaultTime(date)
    await requirePublished(site, issue.prepared)
    const audience = await countAudience(site, slug)
    printAudience(subject, audience)
    if (countRecipients(audience) === 0)
      throw new DeskError(
        'Nobody on the list can get this issue, for the reasons above. Nothing was approved.',
      )
    await askToConfirm(`Send the issue ${formatSendTime(sendAt)}?`, values.yes)
    const { revision } = await callSite(site, 'PUT /api/issues/:slug/email', {
      slug,
      ...issue.email,
    })
    const status = await callSite(site, 'POST /api/issues/:slug/approval', {
      slug,
      revision,
      stories: [lead, ...stories, ...(missed ? [missed] : [])].map((story) => story.slug),
      sendAt: sendAt.toISOString(),
      candidates: audience.candidates,
      recipients: countRecipients(audience),
    })
    printStatus(status)
    return 'done'
  },
})

const getDefaultTime = (date: string) =>
  getInstant(parseCalendarDay(date)!, newsletter.hour, newsletter.timeZone)

/** Milliseconds. A published page is reachable straight away. */
const reachableTimeout = 5_000

/** Throws unless the issue's page is published, because the email links to it. */
async function requirePublished(site: KeySite, { manuscript, fields }: PreparedManuscript) {
  const { slug, path } = manuscript
  const stored = (await findDocument(site, { collection: 'issues', slug }))?.stored
  const isCurrent = stored && diffLines('issues', toText('issues', stored), fields).length === 0
  if (!isCurrent)
    throw new DeskError(
      `The issue’s page isn’t published, or differs from the file. First run: ${formatDeskCommand(`publish ${path} --wait`)}`,
    )
  if ((await waitUntilReachable(site, getIssuePath(slug), reachableTimeout)) === null)
    throw new DeskError(
      `${site.siteUrl}${getIssuePath(slug)} can’t be opened yet. Run the same command again in a minute.`,
    )
}

async function countAudience(site: KeySite, slug: string): Promise<AudienceCounts> {
  const progressBar = createProgressBar('counting', countedParts)
  let audience = noAudience
  try {
    for (let part = 0; part < countedParts; part++) {
      const counts = await callSite(site, 'GET /api/issues/:slug/audience/:part', { slug, part })
      audience = addAudiences(audience, counts)
      progressBar.advance()
    }
  } finally {
    progressBar.end()
  }
  if (isAudienceComplete(audience)) return audience
  throw new DeskError(
    'The numbers of recipients don’t add up, so nothing was approved. Report this as a bug.',
  )
}

function printAudience(subject: string, audience: AudienceCounts) {
  const { recipients, exclusions, candidates } = audience
  const format = (count: number, label: string) => `${String(count).padStart(9)}  ${label}`
  printText(
    [
      subject,
      format(countRecipients(audience), 'will get it:'),
      format(recipients.guest, 'guests'),
      format(recipients.subscriber, 'subscribers'),
      format(candidates - countRecipients(audience), 'on the list won’t get it:'),
      ...Object.entries(exclusions).map(([name, count]) =>
        format(count, exclusionText[name as keyof typeof exclusionText]),
      ),
    ].join('\n'),
  )
}
