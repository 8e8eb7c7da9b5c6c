import { expect, it } from 'vitest'
import { formatBuildTimestamp, parseBuildTimestamp } from './build-timestamp.ts'

it('the timestamp is the time of the sync, and anything else is rejected', () => {
  const syncedAt = new Date('2026-11-21T12:00:00.123Z')
  expect(parseBuildTimestamp(formatBuildTimestamp(syncedAt))).toEqual(syncedAt)
  for (const text of ['', '{}', '{"syncedAt":"yesterday"}', '<html>']) {
    expect(() => parseBuildTimestamp(text)).toThrow()
  }
})
