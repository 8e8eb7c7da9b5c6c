/** Converts test runners' JSON reports to one form, for a log's last lines. */
import { relative, resolve } from 'node:path'

export type Counts = { passed: number; failed: number; skipped: number }

type VitestReport = Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number> & {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      /** Milliseconds; missing if the test didn't run. */
      readonly duration?: number | null
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

type PlaywrightSuite = {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly {
        /** Milliseconds. */
        readonly duration: number
        readonly error?: { readonly message?: string }
      }[]
    }[]
  }[]
}

type PlaywrightReport = {
  readonly stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  readonly suites: readonly PlaywrightSuite[]
}

export type TestResult = {
  /** The title with its file. */
  readonly title: string
  readonly seconds: number
  /** The first lines of a failed test's message. */
  readonly problem: string | null
}

/** The report of a whole run, for a program that repeats runs. */
export type RunReport = {
  /** Titles of tests, and names of steps without tests. */
  readonly failures: readonly string[]
}

export const runReportPath = resolve('.local', 'reports', 'run.json')

export const countOneCheck = (passed: boolean): Counts => ({
  passed: +passed,
  failed: +!passed,
  skipped: 0,
})

export const countVitestResults = ({
  numPassedTests,
  numFailedTests,
  numPendingTests,
}: VitestReport): Counts => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: numPendingTests,
})

/** A journey that passed at a second attempt counts as failed. */
export const countPlaywrightResults = ({
  stats: { expected, unexpected, flaky, skipped },
}: PlaywrightReport): Counts => ({ passed: expected, failed: unexpected + flaky, skipped })

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The number of lines shown of a failure's message: the assertion, the difference and the place. */
const maxLines = 20

const shorten = (message = '') => message.split('\n').slice(0, maxLines).join('\n    ')

export function listVitestResults({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('', name)
    const results = assertionResults.map((result) => ({
      title: `${file} > ${result.fullName}`,
      seconds: (result.duration ?? 0) / 1000,
      problem: result.status === 'failed' ? shorten(result.failureMessages?.[0]) : null,
    }))
    // A file that failed without a failed test didn't load, or its hooks failed.
    const isBroken = status === 'failed' && results.every(({ problem }) => problem === null)
    return isBroken ? [...results, { title: file, seconds: 0, problem: shorten(message) }] : results
  })
}

export function listPlaywrightResults({ suites }: Pick<PlaywrightReport, 'suites'>): TestResult[] {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests.map(({ status, results }) => ({
        title: `${file}:${line} > ${title}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        problem:
          status === 'unexpected' || status === 'flaky'
            ? shorten(results.find(({ error }) => error)?.error?.message)
            : null,
      })),
    ),
    ...listPlaywrightResults({ suites: inner }),
  ])
}

export const formatFailures = (results: readonly TestResult[]): string[] =>
  results.flatMap(({ title, problem }) => (problem === null ? [] : [`${title}\n    ${problem}`]))

export const formatSlowest = (results: readonly TestResult[], count: number): string[] =>
  results
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ title, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${title}`)

/** Lists the failures of several runs, each with the number of runs, the most frequent first. */
export function formatFailureCounts(runs: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>()
  for (const failures of runs)
    for (const title of new Set(failures)) counts.set(title, (counts.get(title) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([title, count]) => `failed in ${count} of ${runs.length} runs: ${title}`)
}
