import type {
  HealthCheck,
  HealthDetails,
} from '../../../src/contracts/endpoints/health-endpoints.ts'
import { defineCommand, formatDeskCommand } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { formatTimeLeft } from '../issue/print-sending-status.ts'
import { openSite } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'

export const command = defineCommand({
  usage: ['status [--json]'],
  summary: 'shows the site’s health: cron jobs, outbox, rebuilds, payments, emails, statistics',
  help: `  --json   as JSON, as GET /api/health returns it to callers with its secret

Each line is a check. "attention" means that an operator is needed; scripts/operate/alerts.md says
what to do. The values are at most a few seconds old. Exits with 1 if a line needs attention.`,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }, positionals) {
    if (positionals.length > 0)
      throw new DeskError('"status" takes no arguments. The only option is --json.', 'usage')
    const details = await callSite(await openSite(), 'GET /api/status', {})
    if (json) console.log(JSON.stringify(details, null, 2))
    else for (const line of formatStatus(details)) printText(line)
    return details.attention.length === 0 ? 'done' : 'refused'
  },
})

type Figures = HealthCheck['figures']
type FigureFormat = (value: string | number, figures: Figures) => string | null

const withLabel =
  (label: string): FigureFormat =>
  (value) =>
    `${label} ${value}`

/** Formats the age of the oldest item; null if nothing waits. */
const seconds =
  (label: string): FigureFormat =>
  (value) =>
    value === 0 ? null : `${label} ${formatTimeLeft(Number(value))}`

/** Null leaves out a figure that repeats another. Figures that are missing here are printed unchanged. */
const figureFormats: Readonly<Record<string, FigureFormat>> = {
  state: String,
  since: withLabel('since'),
  reason: withLabel('reason'),
  problems: (value) => (value === 0 ? null : `problems ${value}`),
  first: withLabel('such as'),
  startedAt: () => null,
  secondsAgo: (value) => `last run ${formatTimeLeft(Number(value))} ago`,
  failing: withLabel('failing'),
  behind: withLabel('behind'),
  secondsBehind: seconds('delay'),
  failedRecords: withLabel('failed records'),
  due: withLabel('due'),
  oldestDueSeconds: seconds('oldest due for'),
  unknown: withLabel('from a newer version'),
  retried: withLabel('retried often'),
  oldestRetriedSeconds: seconds('oldest retried for'),
  unavailableUntil: withLabel('unavailable until'),
  comparedAt: withLabel('compared at'),
  outOfSync: withLabel('out of sync'),
  failed: withLabel('failed'),
  missing: withLabel('payments that PayPal has skipped'),
  overdueRefunds: withLabel('overdue refunds'),
  lastExcessAt: withLabel('last charged too much at'),
  lastUnderpaidAt: withLabel('last charged too little at'),
  lastHeldRefund: (value) =>
    `a refund needs your decision: run “${formatDeskCommand(`reader payments ${value}`)}”, then “${formatDeskCommand(`reader refund ${value}`)}”`,
  unexplained: withLabel('unexplained movements'),
  unmatched: withLabel('records that PayPal doesn’t list'),
  unpaidReaders: withLabel('readers with unpaid access'),
  notChecked: withLabel('readers whose history is too long to check'),
  skippedDays: withLabel('days that PayPal refuses to list'),
  nextStep: (value) => `next: ${value}`,
  failedEmails: withLabel('failed emails'),
  waitingBatches: withLabel('waiting batches'),
  delaySeconds: seconds('delay'),
  bytes: (value, { maxBytes }) =>
    `${formatBytes(Number(value))} of ${formatBytes(Number(maxBytes))}`,
  maxBytes: () => null,
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB'] as const

/** Returns a text such as “2.2 MB”. */
function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${byteUnits[power]}`
}

const formatFigures = (figures: Figures) =>
  Object.entries(figures)
    .flatMap(([name, value]) => {
      if (value === null || value === '') return []
      const format = Object.hasOwn(figureFormats, name) ? figureFormats[name]! : withLabel(name)
      return format(value, figures) ?? []
    })
    .join(', ')

export function formatStatus({ status, attention, checks }: HealthDetails): string[] {
  const summary =
    attention.length === 0
      ? 'Nothing needs attention.'
      : `Needs attention: ${attention.join(', ')}. What to do: scripts/operate/alerts.md.`
  const lines = checks.map(({ name, state, figures }) =>
    `  ${state.padEnd(9)}  ${name.padEnd(10)}  ${formatFigures(figures)}`.trimEnd(),
  )
  const degraded =
    status === 'degraded' ? ['The site is degraded: readers or editors are affected.'] : []
  return [summary, ...degraded, ...lines]
}
