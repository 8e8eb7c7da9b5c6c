import { expect, it } from 'vitest'
import {
  formatFailureCounts,
  formatFailures,
  formatSlowest,
  listPlaywrightResults,
  listVitestResults,
} from './test-results.ts'

const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0 }

it('the results name the file, the test and the assertion of a failed unit test', () => {
  const results = listVitestResults({
    ...counts,
    testResults: [
      {
        name: 'src/price.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds tax', status: 'passed', failureMessages: [] },
          { fullName: 'rounds', status: 'failed', failureMessages: ['expected 1 to be 2\n at 7'] },
        ],
      },
    ],
  })
  expect(formatFailures(results)).toEqual([
    'src/price.test.ts > rounds\n    expected 1 to be 2\n     at 7',
  ])
})

it('the results name a file that could not be loaded', () => {
  const broken = {
    name: 'src/a.test.ts',
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  }
  const fine = { ...broken, name: 'src/b.test.ts', status: 'passed', message: '' }
  const results = listVitestResults({ ...counts, testResults: [broken, fine] })
  expect(formatFailures(results)).toEqual(['src/a.test.ts\n    no such module'])
})

it('the results include failed and flaky journeys in nested suites', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'login.spec.ts',
    line: 3,
    tests: [{ status, results: [{ duration: 10, ...(message ? { error: { message } } : {}) }] }],
  })
  const suites = [
    {
      specs: [spec('logs in', 'expected')],
      suites: [{ specs: [spec('logs out', 'unexpected', 'not found'), spec('waits', 'flaky')] }],
    },
  ]
  expect(formatFailures(listPlaywrightResults({ suites }))).toEqual([
    'login.spec.ts:3 > logs out\n    not found',
    'login.spec.ts:3 > waits\n    ',
  ])
})

it('the results cut a long message', () => {
  const message = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')
  const assertionResults = [{ fullName: 'x', status: 'failed', failureMessages: [message] }]
  const testResults = [{ name: 'a', status: 'failed', message: '', assertionResults }]
  const [failure = ''] = formatFailures(listVitestResults({ ...counts, testResults }))
  expect(failure).toContain('line 19')
  expect(failure).not.toContain('line 20')
})

it('the results list the slowest tests of all runners', () => {
  const passed = { status: 'passed', failureMessages: [] }
  const unitTests = [
    { ...passed, fullName: 'adds', duration: 120 },
    { ...passed, fullName: 'is skipped', duration: null },
  ]
  const testResults = [{ name: 'a', status: 'passed', message: '', assertionResults: unitTests }]
  const journey = { status: 'expected', results: [{ duration: 61_500 }, { duration: 400 }] }
  const spec = { title: 'pays', file: 'pay.spec.ts', line: 2, tests: [journey] }
  const results = [
    ...listVitestResults({ ...counts, testResults }),
    ...listPlaywrightResults({ suites: [{ specs: [spec] }] }),
  ]
  expect(formatSlowest(results, 2)).toEqual([
    '  61.9 s  pay.spec.ts:2 > pays',
    '   0.1 s  a > adds',
  ])
})

it('the results count the runs in which a test failed', () => {
  expect(formatFailureCounts([['a', 'b'], [], ['b', 'b']])).toEqual([
    'failed in 2 of 3 runs: b',
    'failed in 1 of 3 runs: a',
  ])
})
