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
import { type Figures, insertFigures, renderFiguresAsText, type Section } from './figure.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, repeat: { type: 'string' } },
})
const isTrial = flags.sizes !== undefined || flags.repeat !== undefined
const repeat = Number(flags.repeat ?? 3)
const sizes = (flags.sizes ?? '1000,10000,30000').split(',').map(Number)

/** Loaded when they run: what the browser benchmarks need would count as memory of the stack. */
const benchmarks: Readonly<Record<string, () => Promise<Section>>> = {
  builds: async () => (await import('./build-benchmark.ts')).benchmarkBuilds({ sizes, repeat }),
  publishing: async () =>
    (await import('./publishing-benchmark.ts')).benchmarkPublishing({ sizes, repeat }),
  imports: async () => (await import('./import-benchmark.ts')).benchmarkImports({ sizes }),
  pages: async () => (await import('./page-benchmark.ts')).benchmarkPages(),
  edge: async () => (await import('./edge-benchmark.ts')).benchmarkEdge({ repeat }),
  memory: async () => (await import('./memory-benchmark.ts')).benchmarkMemory(),
  meter: async () => (await import('./meter-benchmark.ts')).benchmarkMeter(),
  weekly: async () => (await import('./weekly-benchmark.ts')).benchmarkWeekly(),
  statistics: async () => (await import('./statistics-benchmark.ts')).benchmarkStatistics(),
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
