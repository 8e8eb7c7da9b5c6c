import { meterStepList } from '../../../src/domain/statistics/meter-steps.ts'
import { reportNames } from '../../../src/domain/statistics/report.ts'
import { defineCommand, dryRunHelp, dryRunOption, parseSlug } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { openSite } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { formatCsv, formatReport } from '../statistics/format-report.ts'
import { hideStory } from '../statistics/hide-story.ts'

const names = reportNames.filter((name) => name !== 'overview')

export const command = defineCommand({
  usage: [
    'stats [--csv|--json]',
    'stats story SLUG [--csv|--json]',
    `stats ${names.join('|')} [--csv|--json]`,
    'stats hide|show SLUG [--dry-run]',
  ],
  summary: 'shows how stories, subscriptions and The Weekly are doing',
  help: `  (nothing)  what changed this week; today and the last 7 and 28 days, each compared with the period before
  story      one story: views, reads, depth, paywalls, unlocks, subscriptions, sources
  funnel     from view to paywall to checkout to subscription
  plans      starts, renewals, failed payments, cancellations and their reasons, by plan and month
  weekly     The Weekly by issue
  gifts      gift subscriptions, and the results of shared links and gift links
  meter      how many readers stop at ${meterStepList}
  hide, show leave a story out of the most-read lists, or put it back

  --csv      as CSV: one line for each number, with its definition; money in PayPal’s smallest unit, shares from 0 to 1
  --json     the same tables as JSON
${dryRunHelp}

Days and hours are those of the publication’s time zone. Each number is explained below the tables; † marks a
number that is too small to compare. Money and subscriptions are counted from stored records, everything else
from browsers that allow tracking.`,
  options: {
    ...dryRunOption,
    csv: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  async run(values, [name = 'overview', slug, ...others]) {
    const { csv, json } = values
    if (csv && json) throw new DeskError('Choose --csv or --json, not both.', 'usage')
    const reportName = reportNames.find((one) => one === name)
    const needsSlug = name === 'story' || name === 'hide' || name === 'show'
    if (!reportName && !needsSlug)
      throw new DeskError(
        `"stats" must be followed by one of story, ${names.join(', ')}, hide, show.`,
        'usage',
      )
    if (others.length > 0 || needsSlug !== (slug !== undefined))
      throw new DeskError(
        needsSlug ? `Name exactly one slug after "${name}".` : 'Name at most one report.',
        'usage',
      )
    if (slug !== undefined) parseSlug(slug)
    if (name === 'hide' || name === 'show') {
      await hideStory(slug!, name === 'hide', values['dry-run'])
      return 'done'
    }
    const site = await openSite()
    const report = reportName
      ? await callSite(site, 'GET /api/statistics/:name', { name: reportName })
      : await callSite(site, 'GET /api/statistics/stories/:slug', { slug: slug! })
    if (json) console.log(JSON.stringify(report, null, 2))
    else printText((csv ? formatCsv(report) : formatReport(report)).join('\n'))
    return 'done'
  },
})
