/** The steps of `npm test`, and their order. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium } from '../browsers/find-chromium.ts'
import {
  describeMissingBrowser,
  installOtherBrowsers,
  otherBrowserNames,
} from '../browsers/other-browsers.ts'
import { logLine } from '../service-process.ts'
import type { BackendOptions } from '../stack/backends.ts'
import { type CommandOptions, runCommand } from './run-command.ts'
import {
  type Counts,
  countOneCheck,
  countPlaywrightResults,
  countVitestResults,
  listPlaywrightResults,
  listVitestResults,
  type TestResult,
} from './test-results.ts'
import { listTypesArguments, typesEnvironment } from './types-command.ts'

/** Variables of the running stack; empty for steps without it. */
export type StackEnvironment = Readonly<Record<string, string>>

type StepResult = {
  readonly counts: Counts
  readonly tests?: readonly TestResult[]
  /** An error outside of any test. */
  readonly error?: string
}

export type Step = {
  readonly name: string
  readonly run: (environment: StackEnvironment) => Promise<StepResult>
  readonly installBrowsers?: () => Promise<unknown>
}

/** Steps that run one after another, with a stack of their own. */
export type Lane = {
  readonly stack: Pick<BackendOptions, 'name' | 'ports' | 'firestore'>
  readonly steps: readonly Step[]
}

/** A tool whose exit code is the result counts as one check. */
const createToolStep = (
  name: string,
  args: readonly string[],
  createOptions: (environment: StackEnvironment) => CommandOptions,
): Step => ({
  name,
  run: async (environment) => {
    const { exitCode } = await runCommand(args, createOptions(environment))
    return { counts: countOneCheck(exitCode === 0) }
  },
})
const createToolStepOnStack = (name: string, ...args: string[]) =>
  createToolStep(name, args, (env) => ({ env }))
const createBackgroundStep = (name: string, ...args: string[]) =>
  createToolStep(name, args, () => ({ isInBackground: true }))

const reports = resolve('.local', 'reports')

/** Reads the counts of a runner's JSON report. A run without a report has failed. */
async function runAndCount<Report>(
  report: string,
  args: readonly string[],
  options: CommandOptions,
  read: (json: Report) => Counts,
  listResults: (json: Report) => TestResult[],
): Promise<StepResult> {
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  const { exitCode, stderr } = await runCommand(args, options)
  const error = stderr.slice(-2000)
  try {
    const json: Report = JSON.parse(readFileSync(report, 'utf8'))
    const counts = read(json)
    const tests = listResults(json)
    if (exitCode === 0 || counts.failed > 0) return { counts, tests }
    // An error outside of any test shows in the exit code and on standard error only.
    return { counts: { ...counts, failed: 1 }, tests, error }
  } catch {
    return { counts: countOneCheck(false), error }
  }
}

const createVitestStep = (project: string, { isInBackground = false } = {}): Step => ({
  name: project,
  run: (env) => {
    const report = join(reports, `${project}.json`)
    const args = ['run', `--project=${project}`, '--reporter=default', '--reporter=json']
    return runAndCount(
      report,
      ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`],
      isInBackground ? { isInBackground } : { env },
      countVitestResults,
      listVitestResults,
    )
  },
})

function runPlaywright(
  name: string,
  projects: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StepResult> {
  const report = join(reports, `${name}.json`)
  return runAndCount(
    report,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...projects.map((project) => `--project=${project}`),
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env } },
    countPlaywrightResults,
    listPlaywrightResults,
  )
}

const createJourneyStep = (name: string, project: string): Step => ({
  name,
  installBrowsers: findChromium,
  run: async (environment) => {
    const browser = await findChromium()
    return runPlaywright(name, [project], {
      ...environment,
      ...(browser ? { BROWSER_PATH: browser } : {}),
    })
  },
})

/** Journeys of a missing browser count as skipped. */
const otherBrowsers: Step = {
  name: 'other browsers',
  installBrowsers: installOtherBrowsers,
  run: (environment) => {
    for (const name of otherBrowserNames) {
      const missing = describeMissingBrowser(name)
      if (missing) logLine('check', missing)
    }
    return runPlaywright('other browsers', otherBrowserNames, environment)
  },
}

const binPath = (path: string) => join('node_modules', path)
const createTypesStep = (name: string, project: string) =>
  createToolStep(name, listTypesArguments(project), () => ({
    env: typesEnvironment,
    isInBackground: true,
  }))

/** Steps without the stack run at a lower priority beside the steps with the stack, which often wait. */
export const background: readonly Step[] = [
  createBackgroundStep('format', binPath('@biomejs/biome/bin/biome'), 'ci', '.'),
  createBackgroundStep(
    'imports',
    binPath('dependency-cruiser/bin/dependency-cruiser.mjs'),
    'src',
    'functions',
    'scripts',
  ),
  createBackgroundStep('imports of .astro files', 'scripts/dev/checks/check-astro-imports.ts'),
  createBackgroundStep('circular folder imports', 'scripts/dev/checks/check-folder-circles.ts'),
  createBackgroundStep('facts of the publication', 'scripts/dev/checks/check-publication.ts'),
  createBackgroundStep('unused code', binPath('knip/bin/knip.js')),
  createBackgroundStep('docs', 'scripts/dev/checks/check-docs.ts'),
  createBackgroundStep('API table', 'scripts/dev/checks/api-table.ts', '--check'),
  createBackgroundStep('event table', 'scripts/dev/checks/event-table.ts', '--check'),
  createBackgroundStep('cost table', 'scripts/dev/checks/cost-table.ts', '--check'),
  createBackgroundStep('ceilings table', 'scripts/dev/checks/ceilings-table.ts', '--check'),
  createBackgroundStep('lock', 'scripts/dev/lock-file/check-lock-file.ts'),
  createBackgroundStep(
    'bindings',
    binPath('wrangler/bin/wrangler.js'),
    'types',
    '--strict-vars=false',
    'functions/worker-configuration.d.ts',
  ),
  createTypesStep('edge types', 'functions'),
  createTypesStep('fault types', 'functions/tsconfig.faults.json'),
  createTypesStep('types', '.'),
  createBackgroundStep('types of .astro files', 'scripts/dev/checks/check-astro-types.ts'),
  createBackgroundStep('another publication', 'scripts/dev/checks/check-another-publication.ts'),
  createVitestStep('unit', { isInBackground: true }),
  createVitestStep('faults', { isInBackground: true }),
]
const payPalExchanges = createToolStepOnStack(
  'exchanges with PayPal',
  'scripts/dev/checks/check-paypal-exchanges.ts',
)
/** Two lanes side by side, because journeys can't share a site that the stack's tests change and switch. */
export const lanes: readonly Lane[] = [
  {
    stack: {
      name: 'test',
      ports: { site: 9787, firestore: 9681, auth: 9299, inbox: 9025 },
    },
    steps: [createVitestStep('stack'), payPalExchanges],
  },
  {
    stack: {
      name: 'test-journeys',
      // The other lane uses Google's emulator if Java is installed, so each run tests both; the fake takes less time.
      firestore: 'fake',
      ports: { site: 9788, firestore: 9682, auth: 9300, inbox: 9026 },
    },
    steps: [
      otherBrowsers,
      createJourneyStep('journeys', 'readers'),
      // This journey runs last, because the authors that it creates remain on the site.
      createJourneyStep('publishing', 'editors'),
      payPalExchanges,
    ],
  },
]
