import { expect, it } from 'vitest'
import { mergeReplaced } from './replaced-subscriptions.ts'
import { maxReplaced } from './subscription.ts'
import { testStories } from './testing/stories.ts'

it('merges two lists, the latest last and without the oldest', () => {
  const list = (...times: readonly number[]) =>
    times.map((time) => ({ provider: `I-${time}`, at: new Date(time), seenPaymentAt: null }))
  expect(mergeReplaced(list(2, 9), list(1, 5))).toEqual(list(1, 2, 5, 9))
  const latest = list(...Array.from({ length: maxReplaced }, (_, index) => index + 1))
  expect(mergeReplaced(latest, list(0))).toEqual(latest)
})

testStories(`
  A replaced one is ended until it’s cancelled | ended | 2026-11-20 buy monthly_13; 2026-11-21 ACTIVE of I-1 paid 2026-10-30 | active 2026-12-20 ACTIVE | to 2026-12-27 | started, ends I-1, payment, ends I-1
  then nothing is due | ended | 2026-11-20 buy monthly_13; 2026-11-21 CANCELLED of I-1 paid 2026-10-30 | stale
  but a later payment of it | ended | 2026-11-20 buy monthly_13; 2026-11-22 CANCELLED of I-1 paid 2026-11-21 | active 2026-12-20 ACTIVE | to 2026-12-27 | started, ends I-1, payment, ends I-1
  once | ended | 2026-11-20 buy monthly_13; 2026-11-22 CANCELLED of I-1 paid 2026-11-21; 2026-11-23 CANCELLED of I-1 paid 2026-11-21 | stale
`)
