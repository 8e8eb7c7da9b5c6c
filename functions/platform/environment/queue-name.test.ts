import { expect, it } from 'vitest'
import { findQueueBinding, getQueueNameEnding } from './queue-name.ts'

it.each(['REBUILDS', 'ISSUES', 'EVENTS'] as const)('recognises the queue of %s', (binding) => {
  for (const first of ['verandah', 'my-second-paper'])
    expect(findQueueBinding(first + getQueueNameEnding(binding))).toBe(binding)
})

it.each(['', 'verandah', 'issues', 'verandah-issues-2'])('refuses any other: "%s"', (name) => {
  expect(() => findQueueBinding(name)).toThrow('unknown name')
})
