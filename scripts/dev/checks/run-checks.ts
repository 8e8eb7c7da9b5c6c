/**
 * npm test: every check of the project, and the stack that some of them need.
 *
 *     npm test                    everything
 *     npm test -- unit journeys   only these steps, by their names below
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium } from '../browsers/find-chromium.ts'
import {
  describeMissingBrowser,
  installOtherBrowsers,
  otherBrowserNames,
} from '../browsers/other-browsers.ts'
import { logLine, stopAllServices } from '../stack/service-process.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { type CommandOptions, runCommand } from './run-command.ts'
import {
  type Counts,
  countOneCheck,
  countPlaywrightResults,
  countVitestResults,
  formatCounts,
  formatFailures,
  formatSlowest,
  listPlaywrightResults,
  listVitestResults,
  type TestResult,
} from './test-results.ts'

type Step = {
  readonly name: string
  readonly run: () => Promise<Counts>
  readonly installBrowsers?: () => Promise<unknown>
  /** The name of a step in another lane that has to end first. */
  readonly after?: string
}

const selectedSteps = new Set(process.argv.slice(2))
/** A unique word that the leak test looks for (functions/leak.stack.test.ts). */
const sentinel = `sentinelquokka${process.pid}zither`
const reports = resolve('.local', 'reports')
/** Outside of tests. Shown at the end, because a long log is often kept by its last lines only. */
const failures: string[] = []
const testResults: TestResult[] = []

let stack: Stack | undefined
/** Of the selected steps, by their names. */
const stepEnds = new Map<string, PromiseWithResolvers<void>>()

/** A tool whose exit code is the result counts as one check. */
const createToolStep = (
  name: string,
  args: readonly string[],
  createOptions: () => CommandOptions,
): Step => ({
  name,
  run: async () => countOneCheck((await runCommand(args, createOptions())).exitCode === 0),
})
const createToolStepOnStack = (name: string, ...args: string[]) =>
  createToolStep(name, args, () => ({ env: createStackEnvironment() }))
const createBackgroundStep = (name: string, ...args: string[]) =>
  createToolStep(name, args, () => ({ isInBackground: true }))

function createStackEnvironment(): Record<string, string> {
  if (!stack) return {}
  const { folder, buildEnvironment } = stack.backends
  return { ...buildEnvironment, STACK: folder, SENTINEL: sentinel }
}

/** Reads the counts of a runner's JSON report. A run without a report has failed. */
async function runAndCount<Report>(
  report: string,
  args: readonly string[],
  options: CommandOptions,
  read: (json: Report) => Counts,
  listResults: (json: Report) => TestResult[],
): Promise<Counts> {
  rmSync(report, { force: true })
  const { exitCode, stderr } = await runCommand(args, options)
  try {
    const json: Report = JSON.parse(readFileSync(report, 'utf8'))
    const counts = read(json)
    testResults.push(...listResults(json))
    if (exitCode === 0 || counts.failed > 0) return counts
    // An error outside of any test shows in the exit code and on standard error only.
    failures.push(stderr.slice(-2000))
    return { ...counts, failed: 1 }
  } catch {
    failures.push(stderr.slice(-2000))
    return countOneCheck(false)
  }
}

const createVitestStep = (project: string, { isInBackground = false } = {}): Step => ({
  name: project,
  run: () => {
    const report = join(reports, `${project}.json`)
    const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json']
    return runAndCount(
      report,
      ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`],
      isInBackground ? { isInBackground } : { env: createStackEnvironment() },
      countVitestResults,
      listVitestResults,
    )
  },
})

function runPlaywright(
  name: string,
  projects: readonly string[],
  env: Record<string, string> = {},
): Promise<Counts> {
  const report = join(reports, `${name}.json`)
  return runAndCount(
    report,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...projects.map((project) => `--project=${project}`),
    ],
    { env: { ...createStackEnvironment(), PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env } },
    countPlaywrightResults,
    listPlaywrightResults,
  )
}

const createJourneyStep = (name: string, project: string): Step => ({
  name,
  installBrowsers: findChromium,
  run: async () => {
    const browser = await findChromium()
    return runPlaywright(name, [project], browser ? { BROWSER_PATH: browser } : {})
  },
})

/** Journeys of a missing browser count as skipped. */
const otherBrowsers: Step = {
  name: 'other browsers',
  installBrowsers: installOtherBrowsers,
  run: () => {
    for (const name of otherBrowserNames) {
      const missing = describeMissingBrowser(name)
      if (missing) logLine('check', missing)
    }
    return runPlaywright('other browsers', otherBrowserNames)
  },
}

const binPath = (path: string) => join('node_modules', path)
const siteTypes = {
  ...createToolStepOnStack('site types', binPath('astro/bin/astro.mjs'), 'check'),
  // It writes the types of the Worker's bindings, which this step reads.
  after: 'bindings',
}
/** Without the stack: at a lower priority beside those with it, which often wait. */
const background: Step[] = [
  createBackgroundStep('format', binPath('@biomejs/biome/bin/biome'), 'ci', '.'),
  createBackgroundStep(
    'imports',
    binPath('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src',
    'functions',
    'scripts',
  ),
  createBackgroundStep('imports of .astro files', 'scripts/dev/checks/check-astro-imports.ts'),
  createBackgroundStep('unused code', binPath('knip/bin/knip.js')),
  createBackgroundStep('docs', 'scripts/dev/checks/check-docs.ts'),
  createBackgroundStep('API table', 'scripts/dev/checks/api-table.ts', '--check'),
  createBackgroundStep('event table', 'scripts/dev/checks/event-table.ts', '--check'),
  createBackgroundStep('lock', 'scripts/dev/lock-file/check-lock-file.ts'),
  createBackgroundStep(
    'bindings',
    binPath('wrangler/bin/wrangler.js'),
    'types',
    '--strict-vars=false',
    'functions/worker-configuration.d.ts',
  ),
  createBackgroundStep('edge types', binPath('typescript/bin/tsc'), '--noEmit', '-p', 'functions'),
  createBackgroundStep(
    'fault types',
    binPath('typescript/bin/tsc'),
    '--noEmit',
    '-p',
    'functions/tsconfig.faults.json',
  ),
  // From here on beside `stack`, which leaves a processor idle.
  { ...createVitestStep('unit', { isInBackground: true }), after: siteTypes.name },
  createVitestStep('faults', { isInBackground: true }),
]
/**
 * Rows run one after another, the lanes of a row side by side. Tests of `stack` change and switch the site, beside
 * which journeys and Astro's checker can't run; those of `cron` can't run beside all journeys (vitest.config.ts).
 * `publishing` is last, because authors that it creates stay in the site.
 */
const withStack: Step[][][] = [
  [
    [createVitestStep('cron'), { ...createVitestStep('stack'), after: siteTypes.name }],
    [otherBrowsers, siteTypes],
  ],
  [[createJourneyStep('journeys', 'readers')], [createVitestStep('parallel')]],
  [
    [
      createJourneyStep('publishing', 'editors'),
      createToolStepOnStack(
        'exchanges with PayPal',
        'scripts/dev/checks/check-paypal-exchanges.ts',
      ),
    ],
  ],
]

const totals: Counts = { passed: 0, failed: 0, skipped: 0 }
const failedSteps: string[] = []

async function runStep({ name, run }: Step) {
  const startedAt = Date.now()
  logLine('check', `${name} …`)
  const counts = await run()
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.skipped += counts.skipped
  if (counts.failed > 0) failedSteps.push(name)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  logLine('check', `${name}: ${formatCounts(counts)} in ${seconds} s`)
}

async function runLane(steps: readonly Step[]) {
  for (const step of steps) {
    if (step.after) await stepEnds.get(step.after)?.promise
    await runStep(step)
    stepEnds.get(step.name)?.resolve()
  }
}

const filterSteps = (steps: readonly Step[]) =>
  steps.filter(({ name }) => selectedSteps.size === 0 || selectedSteps.has(name))

/** One after another, because only one installation can run. */
async function installBrowsers(steps: readonly Step[]) {
  for (const step of steps) await step.installBrowsers?.()
}

async function startTestStack() {
  stack = await startStack({
    name: 'test',
    fresh: true,
    isCronManual: true,
    verbose: false,
    sentinel,
    ports: { site: 9787, firestore: 9681, auth: 9299, inbox: 9025 },
    onCrash(message) {
      console.error(message)
      totals.failed++
      failedSteps.push('the stack')
    },
  })
}

async function runWithStack(rows: readonly (readonly Step[][])[]) {
  const steps = rows.flat(2)
  if (steps.length === 0) return
  await Promise.all([installBrowsers(steps), startTestStack()])
  for (const lanes of rows) await Promise.all(lanes.map(runLane))
}

async function main() {
  mkdirSync(reports, { recursive: true })
  const withoutStack = filterSteps(background)
  const rows = withStack.map((lanes) => lanes.map(filterSteps))
  for (const { name } of [...withoutStack, ...rows.flat(2)]) {
    stepEnds.set(name, Promise.withResolvers())
  }
  await Promise.all([runLane(withoutStack), runWithStack(rows)])
}

async function finish() {
  await stack?.stop()
  const slowest = formatSlowest(testResults, 10)
  if (slowest.length > 0) console.log(`\nThe slowest tests:\n${slowest.join('\n')}`)
  for (const failure of [...formatFailures(testResults), ...failures]) console.log(`\n✗ ${failure}`)
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
  console.log(`\n${formatCounts(totals)}`)
  process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    await stopAllServices()
    process.exit(1)
  })
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  totals.failed++
}
await finish()
