import { afterEach, expect, it, vi } from 'vitest'
import type { StoreResult } from '../manuscripts/store-manuscripts.ts'
import { printScheduledManuscript } from './schedule-command.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const scheduled = 'articles/a-story: scheduled for 2030-01-01T09:00:00Z'

it.each([
  ['written', [[scheduled]]],
  ['unchanged', [[scheduled]]],
  ['conflict', []],
  ['invalid', []],
] as const)('after the outcome “%s” prints %j', (result, printed) => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  const stored = { prepared: { manuscript: { slug: 'a-story' } }, outcome: { result } }
  printScheduledManuscript(stored as unknown as StoreResult, new Date('2030-01-01T09:00:00Z'))
  expect(print.mock.calls).toEqual(printed)
})
