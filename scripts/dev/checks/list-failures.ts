/** The failures that a test runner's JSON report holds, in one form: what a log's last lines should show. */

export type VitestReport = Record<
  'numPassedTests' | 'numFailedTests' | 'numPendingTests',
  number
> & {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
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
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}

export type PlaywrightReport = {
  readonly stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  readonly suites: readonly PlaywrightSuite[]
}

/** Lines of one failure's message that are shown: the assertion, the difference and the place. */
const maxLines = 20

const formatFailure = (title: string, message = '') =>
  [title, ...message.split('\n').slice(0, maxLines)].join('\n    ')

export function listVitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that failed without a failed test didn't load, or its hooks failed.
    if (failed.length === 0) return status === 'failed' ? [formatFailure(name, message)] : []
    return failed.map(({ fullName, failureMessages }) =>
      formatFailure(`${name} > ${fullName}`, failureMessages?.[0]),
    )
  })
}

export function listPlaywrightFailures({ suites }: Pick<PlaywrightReport, 'suites'>): string[] {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) =>
          formatFailure(
            `${file}:${line} > ${title}`,
            results.find(({ error }) => error)?.error?.message,
          ),
        ),
    ),
    ...listPlaywrightFailures({ suites: inner }),
  ])
}
