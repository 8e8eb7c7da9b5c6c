/**
 * `npm run soak -- N [--busy] [STEPS]`: repeats `npm test` N times, with `--busy` beside two processes that only
 * compute, and prints which test failed how often.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import { formatFailureCounts, type RunReport, runReportPath } from './test-results.ts'

const logFolder = resolve('.local', 'soak')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { busy: { type: 'boolean', default: false } },
})
const [times, ...steps] = positionals
const runs = Number(times)
if (!(Number.isInteger(runs) && runs > 0)) {
  console.error('Usage: npm run soak -- N [--busy] [STEPS]')
  process.exit(2)
}

/** Runs the checks, and returns titles of failed tests and names of failed steps. */
async function runChecks(run: number): Promise<string[]> {
  const log = join(logFolder, `run-${run}.log`)
  rmSync(runReportPath, { force: true })
  const { exitCode } = await execa(
    process.execPath,
    ['scripts/dev/checks/run-checks.ts', ...steps],
    { stdin: 'ignore', stdout: { file: log }, stderr: { file: log, append: true }, reject: false },
  )
  const withoutReport = exitCode === 0 ? [] : ['the run as a whole']
  try {
    const { failures }: RunReport = JSON.parse(readFileSync(runReportPath, 'utf8'))
    return failures.length > 0 ? [...failures] : withoutReport
  } catch {
    return ['the run as a whole']
  }
}

mkdirSync(logFolder, { recursive: true })
// There are two busy processes, because the checks are designed for two processors.
const busyProcesses = Array.from({ length: values.busy ? 2 : 0 }, () =>
  execa(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', reject: false }),
)
const failedRuns: string[][] = []
for (let run = 1; run <= runs; run++) {
  const startedAt = Date.now()
  const failures = await runChecks(run)
  failedRuns.push(failures)
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
  console.log(`run ${run} of ${runs}: ${failures.length} failed in ${minutes} minutes`)
}
for (const process of busyProcesses) process.kill()
for (const line of formatFailureCounts(failedRuns)) console.log(line)
console.log(`Logs: ${logFolder}`)
process.exitCode = failedRuns.some((failures) => failures.length > 0) ? 1 : 0
