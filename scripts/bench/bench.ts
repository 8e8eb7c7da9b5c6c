/**
 * npm run bench: measures builds, publishing, pages and the edge, prints tables, and keeps the figures as JSON
 * in .local/bench/report.json. Figures of an earlier run stay where a part is not measured again.
 *
 *     npm run bench                            everything (about half an hour on two cores)
 *     npm run bench -- builds                  only these parts: builds, publishing, pages, edge
 *     npm run bench -- builds --sizes 1000     other sizes of archive
 *     npm run bench -- --repeat 5              more runs of each
 *     npm run bench -- --readme                writes the last figures into README.md
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { benchBuilds } from './builds.ts'
import { benchEdge } from './edge.ts'
import { aimsTable, markdownTable, type Section, screenTable } from './figure.ts'
import { benchPages } from './pages.ts'
import { benchPublishing } from './publishing.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '1000,10000,30000' },
    repeat: { type: 'string', default: '3' },
    readme: { type: 'boolean', default: false },
  },
})
const repeat = Number(flags.repeat)
const sizes = flags.sizes.split(',').map(Number)
const names = ['builds', 'publishing', 'pages', 'edge'] as const
type Part = (typeof names)[number]

const wanted: readonly string[] = positionals.length > 0 ? positionals : flags.readme ? [] : names
const isWhole = (value: number) => Number.isSafeInteger(value) && value > 0
if (!wanted.every((name) => names.includes(name as Part)) || ![...sizes, repeat].every(isWhole)) {
  console.error(`There are ${names.join(', ')}; --sizes takes whole numbers, --repeat one.`)
  process.exit(2)
}

type Report = {
  sections: Partial<Record<Part, Section & { readonly machine: string; readonly at: string }>>
}

const reportFile = '.local/bench/report.json'
const [cpu] = cpus()
const gigabytes = Math.round(totalmem() / 2 ** 30)
const machine =
  `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${gigabytes} GiB, ${process.platform}, ` +
  `Node ${process.versions.node}`

const report: Report = existsSync(reportFile)
  ? JSON.parse(readFileSync(reportFile, 'utf8'))
  : { sections: {} }

function measurePart(name: Part): Promise<Section> {
  switch (name) {
    case 'builds':
      return benchBuilds({ sizes, repeat })
    case 'publishing':
      return benchPublishing({ sizes, repeat })
    case 'pages':
      return benchPages()
    case 'edge':
      return benchEdge({ repeat })
  }
}

mkdirSync('.local/bench', { recursive: true })
for (const name of wanted as Part[]) {
  const section = await measurePart(name)
  report.sections[name] = { ...section, machine, at: new Date().toISOString().slice(0, 10) }
  // After each part: what has been measured is not lost with the last one.
  writeFileSync(reportFile, JSON.stringify(report, null, 2))
}

const sections = names.flatMap((name) => report.sections[name] ?? [])
const aims = aimsTable(sections.flatMap((section) => section.aims))
const tables = sections.flatMap((section) => section.tables)
for (const table of [...tables, aims]) console.log(screenTable(table))
console.log(`\n${machine}. The same as JSON: ${reportFile}`)

if (flags.readme) {
  const readme = readFileSync('README.md', 'utf8')
  const [before, after] = [readme.split('<!-- figures -->'), '<!-- end of figures -->']
  const rest = before[1]?.split(after)[1]
  if (rest === undefined) throw new Error('README.md has no place for the figures.')
  const dates = [...new Set(sections.map(({ at }) => at))].join(', ')
  const machines = [...new Set(sections.map((section) => section.machine))].join('; ')
  const figures = [
    `Measured on ${dates}: ${machines}. Medians, with the range of the runs where it says something.\n`,
    ...[aims, ...tables].map(markdownTable),
  ].join('\n')
  writeFileSync('README.md', `${before[0]}<!-- figures -->\n\n${figures}\n${after}${rest}`)
}
// Parts of the stack that ended badly must not keep a finished run.
process.exit(0)
