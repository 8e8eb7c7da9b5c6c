/**
 * Measures builds, publishing, imports, pages and the Worker (npm run bench), for benchmark-results.md.
 *
 *     npm run bench                            everything (about an hour on two cores)
 *     npm run bench -- builds                  only these parts: builds, publishing, imports, pages, reading,
 *                                              edge, idle, memory, weekly, statistics, desk
 *     npm run bench -- builds --sizes 1000     other numbers of articles; writes nothing
 *     npm run bench -- --repeat 5              more runs of builds, publishing, edge and desk; writes nothing
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import type { BenchOptions } from './corpus.ts'
import { renderSection, replaceSection, type Section } from './figure.ts'

/** Imported on demand, so that the browser benchmarks' dependencies don't count as the stack's memory. */
const benchmarks: Readonly<Record<string, (options: BenchOptions) => Promise<Section>>> = {
  builds: async (options) => (await import('./build-benchmark.ts')).benchmarkBuilds(options),
  publishing: async (options) =>
    (await import('./publishing-benchmark.ts')).benchmarkPublishing(options),
  imports: async (options) => (await import('./import-benchmark.ts')).benchmarkImports(options),
  pages: async () => (await import('./page-benchmark.ts')).benchmarkPages(),
  reading: async () => (await import('./reading-benchmark.ts')).benchmarkReading(),
  edge: async (options) => (await import('./edge-benchmark.ts')).benchmarkEdge(options),
  idle: async () => (await import('./idle-benchmark.ts')).benchmarkIdle(),
  memory: async () => (await import('./memory-benchmark.ts')).benchmarkMemory(),
  weekly: async () => (await import('./weekly-benchmark.ts')).benchmarkWeekly(),
  statistics: async () => (await import('./statistics-benchmark.ts')).benchmarkStatistics(),
  desk: async (options) => (await import('./desk-benchmark.ts')).benchmarkDesk(options),
}
const names = Object.keys(benchmarks)

function readCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sizes: { type: 'string' }, repeat: { type: 'string' } },
  })
  const unknown = positionals.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new UsageError(`Unknown part "${unknown}". The parts are: ${names.join(', ')}.`)
  const repeat = Number(values.repeat ?? 3)
  const sizes = (values.sizes ?? '1000,10000,30000').split(',').map(Number)
  const isPositiveInteger = (value: number) => Number.isSafeInteger(value) && value > 0
  if (!isPositiveInteger(repeat))
    throw new UsageError('--repeat must be a whole number above zero.')
  if (!sizes.every(isPositiveInteger))
    throw new UsageError('--sizes must be whole numbers above zero, such as 1000,10000.')
  return {
    parts: positionals.length > 0 ? positionals : names,
    options: { sizes, repeat },
    isTrial: values.sizes !== undefined || values.repeat !== undefined,
  }
}

const resultsFile = join(import.meta.dirname, '../benchmark-results.md')
const [cpu] = cpus()
const gigabytes = Math.round(totalmem() / 2 ** 30)
const machine =
  `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${gigabytes} GiB, ${process.platform}, ` +
  `Node ${process.versions.node}`

async function main() {
  const { parts, options, isTrial } = readCommandLine()
  for (const name of parts) {
    const measured = `${new Date().toISOString().slice(0, 10)}, ${machine}`
    const section = renderSection(name, measured, await benchmarks[name]!(options))
    console.log(`\n${section}`)
    if (!isTrial) {
      const results = readFileSync(resultsFile, 'utf8')
      writeFileSync(resultsFile, replaceSection(results, section))
    }
  }
}

await runCommand(main)
// Processes of the stack that failed to stop must not keep this one running.
process.exit()
