/** Measures the time and cost of sending an issue, and computes both for a million readers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTable, type Section } from './figure.ts'
import { measure } from './measure.ts'
import type { WeeklyRun } from './run-weekly.ts'
import { checkWeeklyTargets } from './targets.ts'

const sizes = [10_000, 100_000] as const

type MeasuredWeekly = WeeklyRun & {
  readonly seconds: number
  readonly peakBytes: number | null
}

async function runWeekly(count: number): Promise<MeasuredWeekly> {
  const folder = mkdtempSync(join(tmpdir(), 'weekly-'))
  const file = join(folder, 'run.json')
  try {
    const script = join(import.meta.dirname, 'run-weekly.ts')
    const { peakBytes } = await measure(process.execPath, [script, String(count), file])
    const run: WeeklyRun = JSON.parse(readFileSync(file, 'utf8'))
    return { ...run, seconds: run.freezeSeconds + run.sendSeconds, peakBytes }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const million = 1_000_000
const format = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits })

/** Emails per second that providers allow, and dollars per thousand (November 2026). */
const rates = [
  { name: 'Resend, 4 calls a second', perSecond: 400, perThousand: null },
  { name: 'Amazon SES, 14 emails a second (a new account)', perSecond: 14, perThousand: 0.1 },
  { name: 'Amazon SES, 500 emails a second', perSecond: 500, perThousand: 0.1 },
] as const

/**
 * Describes costs in dollars for a million recipients: Firestore $0.06 per 100,000 reads, Queues $0.40 per million
 * operations, three per message.
 */
const describeCosts = ({ accepted, reads, messages }: MeasuredWeekly) => [
  `$${format((reads / accepted) * million * 6e-7, 2)}`,
  `$${format((messages / accepted) * million * 3 * 4e-7, 2)}`,
]

export async function benchmarkWeekly(): Promise<Section> {
  const runs: MeasuredWeekly[] = []
  for (const size of sizes) runs.push(await runWeekly(size))
  const largest = runs.at(-1)!
  const [firestoreCost = '', queueCost = ''] = describeCosts(largest)
  return {
    tables: [
      createTable('An issue of The Weekly, 40 kB each, with a provider that sets no limit', runs, [
        ['recipients', ({ accepted }) => format(accepted)],
        ['a minute', ({ accepted, seconds }) => format((60 * accepted) / seconds)],
        ['freezing', ({ freezeSeconds }) => `${format(freezeSeconds, 1)} s`],
        ['sending', ({ sendSeconds }) => `${format(sendSeconds, 1)} s`],
        ['CPU time', ({ cpuSeconds }) => `${format(cpuSeconds, 1)} s`],
        ['documents read', ({ reads }) => format(reads)],
        ['messages of the queue', ({ messages }) => format(messages)],
        ['calls to the provider', ({ calls }) => format(calls)],
        ['stored in R2', ({ storedBytes }) => `${format(storedBytes / 1e6, 1)} MB`],
        [
          'memory of all parts',
          ({ peakBytes }) => (peakBytes ? `${format(peakBytes / 1e6)} MB` : '–'),
        ],
      ]),
      createTable('An issue for 1,000,000 readers, computed', rates, [
        ['provider', ({ name }) => name],
        ['time', ({ perSecond }) => `${format(million / perSecond / 60)} min`],
        [
          'emails',
          ({ perThousand }) => (perThousand ? `$${format(1000 * perThousand)}` : 'by plan'),
        ],
        ['Firestore', () => firestoreCost],
        ['queue', () => queueCost],
      ]),
    ],
    targets: checkWeeklyTargets(runs),
  }
}
