/** Tests stories in tables by the resulting record, access and effects. */
import { expect } from 'vitest'
import { day } from '../../duration.ts'
import { eachRow } from '../../testing/each-row.ts'
import { isEntitled } from '../entitlement.ts'
import { advanceRecord } from '../next-due.ts'
import { formatDate, on, type Story, summarise, tell } from './stories.ts'

/** Describes access if nothing else is paid: “to 2027-02-28”, “to 2026-11-30, 2027-01-30 to 2027-02-06” or “closed”. */
export function describeAccess({ record: stored, when }: Story): string {
  const parts: string[] = []
  let record = stored
  for (let days = 0, wasOpen = false; days < 1200; days++) {
    const noon = on(formatDate(new Date(when.getTime() + days * day)))
    const at = noon < when || days === 0 ? when : noon
    record = advanceRecord(record, at)
    const isOpen = isEntitled(record, at)
    if (isOpen && !wasOpen) parts.push(days === 0 ? '' : `${formatDate(at)} `)
    if (!isOpen && wasOpen) parts.push(`${parts.pop()}to ${formatDate(at)}`)
    wasOpen = isOpen
  }
  return parts.join(', ') || 'closed'
}

/** Returns the record, access and the log after a story, or the reason why a step isn't possible. */
export function readStory(start: string, steps: string): string[] {
  try {
    const story = tell(start, steps)
    return [summarise(story.record), describeAccess(story), story.log.join(', ')]
  } catch (error) {
    return [(error as Error).message]
  }
}

/**
 * Each row has the reason for the test, the start, the steps, and the relevant first part of what `readStory` returns.
 */
export const testStories = (rows: string) =>
  eachRow(rows)('%s: %s, %s: %s', (_, start, steps, ...expected) => {
    expect(readStory(start, steps).slice(0, expected.length)).toEqual(expected)
  })
