/**
 * npm test: every check of the project (check-steps.ts), and the stacks that some of them need.
 *
 *     npm test                    everything
 *     npm test -- unit journeys   only these steps, by their names
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { extendOwnEnvironment } from '../dev-environment.ts'
import { logLine, stopAllServices } from '../service-process.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { background, type Lane, lanes, type StackEnvironment, type Step } from './check-steps.ts'
import {
  type Counts,
  formatCounts,
  formatFailures,
  formatSlowest,
  type RunReport,
  runReportPath,
  type TestResult,
} from './test-results.ts'

const selectedSteps = new Set(process.argv.slice(2))
/** A unique word that the leak test looks for (functions/leak.stack.test.ts). */
const sentinel = `sentinelquokka${process.pid}zither`
const totals: Counts = { passed: 0, failed: 0, skipped: 0 }
const testResults: TestResult[] = []
/** Errors outside of tests, shown at the end, because often only the last lines of a long log are read. */
const errors: string[] = []
const failedSteps: string[] = []
const failures: string[] = []

const stacks: Stack[] = []

async function runStep({ name, run }: Step, environment: StackEnvironment) {
  const startedAt = Date.now()
  logLine('check', `${name} …`)
  const { counts, tests = [], error } = await run(environment)
  testResults.push(...tests)
  if (error !== undefined) errors.push(error)
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.skipped += counts.skipped
  if (counts.failed > 0) {
    const failedTests = tests.filter(({ problem }) => problem !== null)
    failedSteps.push(name)
    failures.push(...(failedTests.length > 0 ? failedTests.map(({ title }) => title) : [name]))
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  logLine('check', `${name}: ${formatCounts(counts)} in ${seconds} s`)
}

async function runSteps(steps: readonly Step[], environment: StackEnvironment = {}) {
  for (const step of steps) await runStep(step, environment)
}

const filterSteps = (steps: readonly Step[]) =>
  steps.filter(({ name }) => selectedSteps.size === 0 || selectedSteps.has(name))

function checkSelectedSteps() {
  const names = [...background, ...lanes.flatMap(({ steps }) => steps)].map(({ name }) => name)
  const unknown = [...selectedSteps].find((name) => !names.includes(name))
  if (unknown === undefined) return
  console.error(`Unknown step "${unknown}". The steps are: ${names.join(', ')}.`)
  process.exit(2)
}

/** Installs browsers one after another, because only one installation can run. */
async function installBrowsers(steps: readonly Step[]) {
  for (const step of steps) await step.installBrowsers?.()
}

const startLaneStack = (stack: Lane['stack']) =>
  startStack({
    ...stack,
    fresh: true,
    isCronManual: true,
    verbose: false,
    sentinel,
    onCrash(message) {
      console.error(message)
      totals.failed++
      failedSteps.push('the stack')
      failures.push('the stack')
    },
  })

async function runLane({ stack: options, steps: all }: Lane) {
  const steps = filterSteps(all)
  if (steps.length === 0) return
  const [stack] = await Promise.all([startLaneStack(options), installBrowsers(steps)])
  stacks.push(stack)
  const { folder, buildEnvironment } = stack.backends
  await runSteps(steps, { ...buildEnvironment, STACK: folder, SENTINEL: sentinel })
}

const main = () => Promise.all([runSteps(filterSteps(background)), ...lanes.map(runLane)])

async function finish() {
  await Promise.all(stacks.map((stack) => stack.stop()))
  const slowest = formatSlowest(testResults, 10)
  if (slowest.length > 0) console.log(`\nThe slowest tests:\n${slowest.join('\n')}`)
  for (const failure of [...formatFailures(testResults), ...errors]) console.log(`\n✗ ${failure}`)
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
  mkdirSync(dirname(runReportPath), { recursive: true })
  writeFileSync(runReportPath, JSON.stringify({ failures } satisfies RunReport))
  console.log(`\n${formatCounts(totals)}`)
  process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    await stopAllServices()
    process.exit(1)
  })
}

/**
 * Builds and desk commands load the same code hundreds of times. Sharing compiled code saves a fifth of the builds' CPU
 * time, and two fifths of the commands'.
 */
function shareCompiledCode() {
  const folder = resolve('.local', 'compiled-code')
  // The folder is emptied first, because earlier runs' code would accumulate.
  rmSync(folder, { recursive: true, force: true })
  extendOwnEnvironment({ NODE_COMPILE_CACHE: folder })
}

checkSelectedSteps()
shareCompiledCode()
try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  totals.failed++
}
await finish()
