import type { HealthCheck, HealthDetails } from '../../../src/contracts/health-endpoints.ts'
import { defineCommand } from '../command.ts'
import { openDesk } from '../desk-environment.ts'
import { DeskError } from '../exit-status.ts'
import { callSite } from '../site/call-site.ts'
import { printText } from '../terminal.ts'

export const command = defineCommand({
  usage: ['status [--json]'],
  summary: 'shows the site’s health: cron jobs, outbox, rebuilds, payments, emails, statistics',
  help: `  --json   as JSON, as GET /api/health answers with its secret

Each line is a check. "attention" needs an operator: what it means and what to do is in
scripts/operate/README.md, "Alerts". The figures are at most a few seconds old. Exits with 1 if a
line needs attention.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    if (positionals.length > 0) throw new DeskError('"status" takes only options.', 'usage')
    const desk = await openDesk()
    const details = await callSite(desk, 'GET /api/status', {})
    if (json) console.log(JSON.stringify(details, null, 2))
    else for (const line of formatStatus(details)) printText(line)
    return details.attention.length === 0 ? 'done' : 'refused'
  },
})

const formatFigures = (figures: HealthCheck['figures']) =>
  Object.entries(figures)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

export function formatStatus({ status, attention, checks }: HealthDetails): string[] {
  const summary =
    attention.length === 0
      ? 'Everything works.'
      : `Needs attention: ${attention.join(', ')}. What to do: scripts/operate/README.md, "Alerts".`
  const lines = checks.map(({ name, state, figures }) =>
    `  ${state.padEnd(9)}  ${name.padEnd(10)}  ${formatFigures(figures)}`.trimEnd(),
  )
  const degraded =
    status === 'degraded' ? ['Readers or editors notice it: the site is degraded.'] : []
  return [summary, ...degraded, ...lines]
}
