/**
 * npm test: every check of the project, with what it needs started and ended around it.
 *
 *     npm test                    everything
 *     npm test -- unit journeys   only these steps, by their names below
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findBrowser } from './local/browser.ts'
import { log } from './local/log.ts'
import { installOtherBrowsers, missingBrowser, otherBrowserNames } from './local/other-browsers.ts'
import { endAllParts } from './local/part.ts'
import { type Stack, startStack } from './local/stack.ts'

type Counts = { passed: number; failed: number; skipped: number }
type Step = {
  readonly name: string
  readonly run: () => Promise<Counts>
  /** Whether it can do without a stack. */
  readonly isAlone?: boolean
}

type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number>
type PlaywrightReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
}

const wanted = new Set(process.argv.slice(2))
/** A word that occurs nowhere else; the leak test looks for it (functions/leak.stack.test.ts). */
const sentinel = `sentinelquokka${process.pid}zither`
const reports = resolve('.local', 'reports')

let stack: Stack | undefined

function execute(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new Promise<number>((done, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, ASTRO_TELEMETRY_DISABLED: '1' },
    })
    child.on('error', reject)
    child.on('close', (code) => done(code ?? 1))
  })
}

const oneCheck = (passed: boolean): Counts => ({ passed: +passed, failed: +!passed, skipped: 0 })

/** A tool that says by its exit code whether all is well counts as one check. */
const tool = (name: string, ...args: string[]): Step => ({
  name,
  run: async () => oneCheck((await execute(args, stackEnvironment())) === 0),
})

function stackEnvironment(): Record<string, string> {
  if (!stack) return {}
  const { folder, buildEnvironment } = stack.backends
  return { ...buildEnvironment, STACK: folder, SENTINEL: sentinel }
}

/** Counts of a runner's JSON report. A run that wrote none has failed as a whole. */
async function counted<Report>(
  report: string,
  args: readonly string[],
  env: Record<string, string>,
  read: (json: Report) => Counts,
): Promise<Counts> {
  rmSync(report, { force: true })
  const code = await execute(args, env)
  try {
    const counts = read(JSON.parse(readFileSync(report, 'utf8')))
    // An error outside of any test shows in the exit code alone.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return oneCheck(false)
  }
}

const vitest = (project: string, { isAlone = false } = {}): Step => ({
  name: project,
  isAlone,
  run: () => {
    const report = join(reports, `${project}.json`)
    const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json']
    return counted(
      report,
      ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`],
      isAlone ? {} : stackEnvironment(),
      ({ numPassedTests, numFailedTests, numPendingTests }: VitestReport) => ({
        passed: numPassedTests,
        failed: numFailedTests,
        skipped: numPendingTests,
      }),
    )
  },
})

function playwright(
  name: string,
  projects: readonly string[],
  env: Record<string, string> = {},
): Promise<Counts> {
  const report = join(reports, `${name}.json`)
  return counted(
    report,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...projects.map((project) => `--project=${project}`),
    ],
    { ...stackEnvironment(), PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    ({ stats: { expected, unexpected, flaky, skipped } }: PlaywrightReport) => ({
      passed: expected,
      failed: unexpected + flaky,
      skipped,
    }),
  )
}

const journeys = (name: string, project: string): Step => ({
  name,
  run: async () => {
    const browser = await findBrowser()
    return playwright(name, [project], browser ? { BROWSER_PATH: browser } : {})
  },
})

/** Where one of them isn't installed and can't be, its journeys count as skipped. */
const otherBrowsers: Step = {
  name: 'other browsers',
  run: () => {
    installOtherBrowsers()
    for (const name of otherBrowserNames) {
      const missing = missingBrowser(name)
      if (missing) log('check', missing)
    }
    return playwright('other browsers', otherBrowserNames)
  },
}

const bin = (path: string) => join('node_modules', path)
const beforeStack: Step[] = [
  tool('format', bin('@biomejs/biome/bin/biome'), 'ci', '.'),
  tool(
    'imports',
    bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src',
    'functions',
    'scripts',
  ),
  tool('lock', 'scripts/check-lock.ts'),
  tool(
    'bindings',
    bin('wrangler/bin/wrangler.js'),
    'types',
    '--strict-vars=false',
    'functions/worker-configuration.d.ts',
  ),
  tool('edge types', bin('typescript/bin/tsc'), '--noEmit', '-p', 'functions'),
  tool(
    'fault types',
    bin('typescript/bin/tsc'),
    '--noEmit',
    '-p',
    'functions/tsconfig.faults.json',
  ),
]
/** The lanes of one row run side by side. */
const withStack: Step[][][] = [
  [[vitest('unit', { isAlone: true })], [vitest('aside'), vitest('malformed')]],
  [[vitest('stack')], [tool('site types', bin('astro/bin/astro.mjs'), 'check')]],
  [[journeys('journeys', 'readers')]],
  [[otherBrowsers]],
  [[journeys('publishing', 'editors')]],
  [[tool('exchanges with PayPal', 'scripts/local/paypal/judge-exchanges.ts')]],
]

const totals: Counts = { passed: 0, failed: 0, skipped: 0 }
const failedSteps: string[] = []

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

async function runStep({ name, run }: Step) {
  const begun = Date.now()
  log('check', `${name} …`)
  const counts = await run()
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.skipped += counts.skipped
  if (counts.failed > 0) failedSteps.push(name)
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  log('check', `${name}: ${inWords(counts)} in ${seconds} s`)
}

async function runLane(steps: readonly Step[]) {
  for (const step of steps) await runStep(step)
}

const chosen = (steps: readonly Step[]) =>
  steps.filter(({ name }) => wanted.size === 0 || wanted.has(name))

async function main() {
  mkdirSync(reports, { recursive: true })
  await runLane(chosen(beforeStack))
  const rows = withStack.map((lanes) => lanes.map(chosen))
  if (rows.flat(2).some(({ isAlone }) => !isAlone)) {
    stack = await startStack({
      name: 'test',
      fresh: true,
      clockStands: true,
      verbose: false,
      sentinel,
      ports: { site: 9787, firestore: 9681, auth: 9299, outbox: 9025 },
      onCrash(message) {
        console.error(message)
        totals.failed++
        failedSteps.push('the stack')
      },
    })
  }
  for (const lanes of rows) await Promise.all(lanes.map(runLane))
}

async function end() {
  await stack?.stop()
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
  console.log(`\n${inWords(totals)}`)
  process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    await endAllParts()
    process.exit(1)
  })
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  totals.failed++
}
await end()
