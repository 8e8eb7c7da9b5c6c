import { expect } from 'vitest'
import type { TimeEntry } from '../../books/paid-access.ts'

/** Checks that each change of state is counted once. `transitions` contains kinds and keys, separated by a space. */
export function expectCounted(
  history: readonly Pick<TimeEntry, 'from' | 'to'>[],
  transitions: ReadonlySet<string>,
) {
  const changes = history.filter(({ from, to }) => from !== to)
  const count = (isCounted: (change: (typeof changes)[number]) => boolean) =>
    changes.filter(isCounted).length
  const goesOn = (to: string) => to === 'active' || to === 'paused'
  const expected = {
    // A pause continues when a payment that failed during it is paid.
    paused: count(({ from, to }) => to === 'paused' && from !== 'paymentFailed'),
    paymentFailed: count(({ to }) => to === 'paymentFailed'),
    paymentRecovered: count(({ from, to }) => from === 'paymentFailed' && goesOn(to)),
    disputed: count(({ to }) => to === 'disputed'),
    disputeWon: count(({ from, to }) => from === 'disputed' && to === 'active'),
    reactivated: count(({ from, to }) => from === 'ending' && to === 'active'),
    ended: count(({ to }) => to === 'ended'),
  }
  const counted = Object.keys(expected).map((kind) => [
    kind,
    [...transitions].filter((one) => one.startsWith(`${kind} `)).length,
  ])
  expect(Object.fromEntries(counted)).toEqual(expected)
}
