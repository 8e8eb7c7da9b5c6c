import { expect, it } from 'vitest'
import { findQueueBinding, getQueueNameEnding } from './queue-name.ts'

it.each(['REBUILDS', 'ISSUES', 'EVENTS'] as const)('the queue of %s is recognised', (binding) => {
  for (const first of ['verandah', 'my-second-paper'])
    expect(findQueueBinding(first + getQueueNameEnding(binding))).toBe(binding)
})

it.each(['', 'verandah', 'issues', 'verandah-issues-2'])(
  'any other queue name is refused: “%s”',
  (name) => {
    expect(() => findQueueBinding(name)).toThrow('unknown name')
  },
)
