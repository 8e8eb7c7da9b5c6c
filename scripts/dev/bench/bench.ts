/**
 * Measures builds, publishing, imports, pages and the Worker (npm run bench), for figures.json and README.md.
 *
 *     npm run bench                            everything (about an hour on two cores)
 *     npm run bench -- builds                  only these parts: builds, publishing, imports, pages, edge, memory,
 *                                              meter, weekly, statistics
 *     npm run bench -- builds --sizes 1000     other numbers of articles; writes nothing
 *     npm run bench -- --repeat 5              more runs of each; writes nothing
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchmarkBuilds } from './build-benchmark.ts'
import { benchmarkEdge } from './edge-benchmark.ts'
import { type Figures, insertFigures, renderFiguresAsText, type Section } from './figure.ts'
import { benchmarkImports } from './import-benchmark.ts'
import { benchmarkMemory } from './memory-benchmark.ts'
import { benchmarkMeter } from './meter-benchmark.ts'
import { benchmarkPages } from './page-benchmark.ts'
import { benchmarkPublishing } from './publishing-benchmark.ts'
import { benchmarkStatistics } from './statistics-benchmark.ts'
import { benchmarkWeekly } from './weekly-benchmark.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, repeat: { type: 'string' } },
})
const isTrial = flags.sizes !== undefined || flags.repeat !== undefined
const repeat = Number(flags.repeat ?? 3)
const sizes = (flags.sizes ?? '1000,10000,30000').split(',').map(Number)

const benchmarks: Readonly<Record<string, () => Promise<Section>>> = {
  builds: () => benchmarkBuilds({ sizes, repeat }),
  publishing: () => benchmarkPublishing({ sizes, repeat }),
  imports: () => benchmarkImports({ sizes }),
  pages: benchmarkPages,
  edge: () => benchmarkEdge({ repeat }),
  memory: benchmarkMemory,
  meter: benchmarkMeter,
  weekly: benchmarkWeekly,
  statistics: benchmarkStatistics,
}
const names = Object.keys(benchmarks)
const selectedNames = positionals.length > 0 ? positionals : names
const isPositiveInteger = (value: number) => Number.isSafeInteger(value) && value > 0
if (
  !selectedNames.every((name) => names.includes(name)) ||
  ![...sizes, repeat].every(isPositiveInteger)
) {
  console.error(
    `Valid parts: ${names.join(', ')}. --sizes takes whole numbers, --repeat one whole number.`,
  )
  process.exit(2)
}

const figuresFile = join(import.meta.dirname, 'figures.json')
const readmeFile = join(import.meta.dirname, '../README.md')
const [cpu] = cpus()
const gigabytes = Math.round(totalmem() / 2 ** 30)
const machine =
  `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${gigabytes} GiB, ${process.platform}, ` +
  `Node ${process.versions.node}`

const measured: Record<string, Figures[string]> = {}
for (const name of selectedNames) {
  const section = await benchmarks[name]!()
  measured[name] = { at: new Date().toISOString().slice(0, 10), machine, ...section }
  if (isTrial) continue
  // After each part, so that a later failure doesn't lose it.
  const figures = { ...JSON.parse(readFileSync(figuresFile, 'utf8')), ...measured }
  writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(readmeFile, insertFigures(readFileSync(readmeFile, 'utf8'), figures))
}
console.log(`${renderFiguresAsText(measured)}\n\n${machine}.`)
// Processes of the stack that failed to stop must not keep this one running.
process.exit(0)
