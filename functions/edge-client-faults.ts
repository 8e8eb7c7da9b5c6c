/**
 * For tests: a flow is stopped at every single call to the database, to PayPal and to whoever else it
 * asks, before the call and after it, and then resumed as it would be in life: the clock ticks, PayPal
 * sends again what was not taken, the reader presses again. It has to come to what it comes to
 * undisturbed.
 */
import { expect } from 'vitest'
import { Died, World } from './edge-client-world.ts'

export type Flow = {
  /** What has happened before the flow, undisturbed. */
  readonly before: (world: World) => Promise<unknown>
  readonly run: (world: World) => Promise<unknown>
  /** By the reader, who presses again. */
  readonly isAsked?: true
  /** Letters that wait for somebody's address; none without. */
  readonly waiting?: number
}

/** Fails the test where a fault at any of its calls, before it or after it, changes what it comes to. */
export async function stopEverywhere(flow: Flow) {
  const { calls, outcome } = await live(flow, null)
  expect(outcome).toMatchObject({ isAligned: true, untaken: 0, owed: flow.waiting ?? 0 })
  expect(calls).toBeGreaterThan(3)
  for (let call = 1; call <= calls; call++) {
    for (const isMade of [false, true]) {
      const stopped = await live(flow, { call, isMade })
      expect({ call, isMade, ...stopped.outcome }).toEqual({ call, isMade, ...outcome })
    }
  }
}

/** The flow, stopped at `fault` and resumed; answers what it comes to, and how many calls it made. */
export async function live({ before, run, isAsked }: Flow, fault: World['fault']) {
  const world = new World()
  await world.begin()
  await before(world)
  world.calls = 0
  world.fault = fault
  // Readers press again; what PayPal or time does happens once.
  if ((await dies(() => run(world))) && isAsked) await run(world)
  if (await dies(() => world.settle())) await world.settle()
  const { calls } = world
  const outcome = await world.outcome()
  world.database.close()
  return { calls, outcome }

  async function dies(make: () => Promise<unknown>): Promise<boolean> {
    try {
      await make()
      return false
    } catch (error) {
      if (!(error instanceof Died)) throw error
      world.resume()
      return true
    }
  }
}
