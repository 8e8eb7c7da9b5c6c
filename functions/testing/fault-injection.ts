/**
 * Interrupts a flow before and after each of its calls, and continues it: the cron job runs, PayPal
 * repeats events, the reader tries again. The outcome must be the same as without an interruption.
 */
import { expect } from 'vitest'
import { readOutcome } from './read-outcome.ts'
import { FaultError, WorkerHarness } from './worker-harness.ts'

export type Flow = {
  readonly trialDays?: number
  readonly prepare: (harness: WorkerHarness) => Promise<unknown>
  readonly run: (harness: WorkerHarness) => Promise<unknown>
  readonly isRepeatedByReader?: true
  readonly pendingItems?: number
}

export async function expectSameOutcomeWithFaults(flow: Flow) {
  const { calls, writes, outcome } = await runWithFault(flow, null)
  expect(outcome).toMatchObject({
    isReconciled: true,
    undeliveredEvents: 0,
    outboxItems: flow.pendingItems ?? 0,
  })
  expect(calls).toBeGreaterThan(3)
  for (let call = 1; call <= calls; call++) {
    // Reading changes nothing, so stopping after it is stopping before it.
    for (const isCallMade of writes.has(call) ? [false, true] : [false]) {
      const interrupted = await runWithFault(flow, { call, isCallMade })
      const at = { call, isCallMade }
      expect({ ...at, ...interrupted.outcome }).toEqual({ ...at, ...outcome })
    }
  }
}

export async function runWithFault(
  { trialDays = 0, prepare, run, isRepeatedByReader }: Flow,
  fault: WorkerHarness['fault'],
) {
  const harness = new WorkerHarness({ trialDays })
  await harness.storeReaderAndCheckout()
  await prepare(harness)
  harness.calls = 0
  harness.writes.clear()
  harness.fault = fault
  // Readers repeat their requests; events of PayPal and of time happen once.
  if ((await isInterrupted(() => run(harness))) && isRepeatedByReader) await run(harness)
  if (await isInterrupted(() => harness.runUntilIdle())) await harness.runUntilIdle()
  const { calls, writes } = harness
  const outcome = await readOutcome(harness)
  harness.database.close()
  return { calls, writes, outcome }

  async function isInterrupted(make: () => Promise<unknown>): Promise<boolean> {
    try {
      await make()
      return false
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      harness.clearFault()
      return true
    }
  }
}
