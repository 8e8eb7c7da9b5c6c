import { expect } from 'vitest'
import { FaultError, type InterruptibleServices } from './interruptible-services.ts'

type Prepared<Answer> = {
  readonly harness: InterruptibleServices
  readonly run: () => Promise<Answer>
}

/** Interrupts an operation before and after each of the Worker's calls. `check` usually repeats the operation. */
export async function interruptEachCall<Answer>(
  prepare: () => Promise<Prepared<Answer>>,
  check: (run: () => Promise<Answer>, at: string) => Promise<unknown>,
) {
  const { harness, run } = await prepare()
  harness.calls = 0
  await run()
  const { calls } = harness
  expect(calls).toBeGreaterThan(1)
  for (let call = 1; call <= calls; call++) {
    for (const isCallMade of [false, true]) {
      const interrupted = await prepare()
      const fault = { call, isCallMade }
      Object.assign(interrupted.harness, { calls: 0, fault })
      const at = JSON.stringify(fault)
      await expect(interrupted.run(), at).rejects.toThrow(FaultError)
      interrupted.harness.clearFault()
      await check(interrupted.run, at)
    }
  }
}
