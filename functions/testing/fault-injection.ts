/**
 * Interrupts a flow before each call that writes and after the last one, and then continues it: the cron job runs,
 * PayPal repeats events, and the reader tries again. The outcome must be the same as without an interruption.
 */
import { expect, it } from 'vitest'
import { FaultError } from './interruptible-services.ts'
import { readOutcome } from './read-outcome.ts'
import { WorkerHarness } from './worker-harness.ts'

export type Flow = {
  readonly trialDays?: number
  readonly plan?: Parameters<WorkerHarness['storeReaderAndCheckout']>[0]
  readonly prepare: (harness: WorkerHarness) => Promise<unknown>
  readonly run: (harness: WorkerHarness) => Promise<unknown>
  readonly isRepeatedByReader?: true
  readonly pendingItems?: number
  /** Set if the outcome is complete only after the nightly comparison. */
  readonly needsNight?: true
  /** The expected part of the outcome (read-outcome.ts). */
  readonly outcome?: object
}

/** Defines a test for each flow. */
export const testFlows = (flows: Readonly<Record<string, Flow>>, changes: Partial<Flow> = {}) =>
  it.each(Object.entries(flows))('%s has the same outcome wherever it’s interrupted', (_, flow) =>
    expectSameOutcomeWithFaults({ ...flow, ...changes }),
  )

export async function expectSameOutcomeWithFaults(flow: Flow) {
  const { writes, outcome, repeatedEmails } = await runWithFault(flow, null)
  expect(repeatedEmails).toBe(0)
  expect(outcome).toMatchObject({
    isReconciled: true,
    undeliveredEvents: 0,
    outboxItems: flow.pendingItems ?? 0,
    ...flow.outcome,
  })
  expect(writes.size).toBeGreaterThan(0)
  for (const at of listFaults(writes)) {
    const interrupted = await runWithFault(flow, at)
    expect({ ...at, wasInterrupted: interrupted.wasInterrupted }).toEqual({
      ...at,
      wasInterrupted: true,
    })
    expect({ ...at, ...interrupted.outcome }).toEqual({ ...at, ...outcome })
  }
}

/**
 * Lists every way in which these calls can be interrupted. Reading changes nothing, and a stopped Worker makes no
 * further calls, so stopping after one write equals stopping before the next.
 */
export function listFaults(writes: ReadonlySet<number>) {
  const calls = [...writes]
  return [
    ...calls.map((call) => ({ call, isCallMade: false })),
    { call: calls.at(-1)!, isCallMade: true },
  ]
}

async function runWithFault(
  { trialDays = 0, plan, prepare, run, isRepeatedByReader, needsNight }: Flow,
  fault: WorkerHarness['fault'],
) {
  const harness = new WorkerHarness({ trialDays })
  await harness.storeReaderAndCheckout(plan)
  await prepare(harness)
  harness.calls = 0
  harness.writes.clear()
  harness.fault = fault
  // Readers repeat their requests, but events from PayPal and the passing of time happen once.
  const wasRunInterrupted = await isInterrupted(() => run(harness))
  if (wasRunInterrupted && isRepeatedByReader) await run(harness)
  const wasCronInterrupted = await isInterrupted(() => harness.runUntilIdle())
  if (wasCronInterrupted) await harness.runUntilIdle()
  const { sentEmails } = harness
  const writes = new Set(harness.writes)
  if (needsNight) await harness.passDays(2, 6)
  const outcome = await readOutcome(harness)
  return {
    writes,
    outcome,
    wasInterrupted: wasRunInterrupted || wasCronInterrupted,
    repeatedEmails: sentEmails.length - new Set(sentEmails.map(({ id }) => id)).size,
  }

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
