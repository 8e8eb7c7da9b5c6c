/**
 * Random histories of guests, readers, attackers with copied cookies and emailed keys, PayPal's events and
 * the clock, run through the Worker's own routes and compared with a simple model of who owns what.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../src/domain/result.ts'
import { Life } from '../edge-client-life.ts'
import { requestIdOf, type Step, step } from '../edge-client-steps.ts'
import { payer, World } from '../edge-client-world.ts'
import { type Actor, changeSubscription } from './change.ts'
import { findCheckout } from './look.ts'

async function live(steps: readonly Step[]) {
  const life = new Life()
  try {
    for (const taken of steps) {
      await life.take(taken)
      life.world.now = new Date(life.world.now.getTime() + 2000)
    }
    await life.check()
    await life.checkAtRest()
    await life.check()
  } finally {
    life.world.database.close()
  }
}

it('gives every account and every payment to its owner alone, whatever happens in which order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), live), {
    numRuns: 5000,
  })
}, 600_000)

describe('a purchase that has moved', () => {
  it('is followed by PayPal’s events and cron jobs, and by nobody who acts for the guest', async () => {
    const world = new World()
    const { firestore } = world.means
    const { post } = world
    const begun = await post('/api/checkout', {
      kind: 'monthly',
      source: null,
      requestId: requestIdOf(1, 1),
    })
    const { id } = (await begun.json()) as { id: string }
    world.ledger.approve(id, payer)
    const found = await findCheckout(firestore, id)
    const guest = found.ok ? found.value!.uid : ''
    const reader = {
      first_name: 'Ama',
      last_name: '',
      email: 'ama@example.com',
      createdAt: world.now,
    }
    await firestore.commit([{ set: `users/${world.uid}`, fields: reader }])
    await world.logIn()
    expect((await post(`/api/checkout/${id}/claim`, {})).status).toBe(200)
    expect((await world.record(guest)).movedTo).toBe(world.uid)

    const change = (by: Actor, kind: 'cancel' | 'endNow') =>
      changeSubscription({
        firestore,
        uid: guest,
        by,
        now: () => world.now,
        event: async () => succeed({ kind }),
      })
    for (const by of ['reader', { operator: 'desk', message: null }] as const) {
      for (const kind of ['cancel', 'endNow'] as const) {
        expect(await change(by, kind)).toMatchObject({ value: { ignored: 'moved' } })
      }
    }
    expect((await world.record(world.uid)).subscription?.state).toBe('active')
    expect(await change('provider', 'cancel')).toMatchObject({ value: { ignored: null } })
    expect((await world.record(world.uid)).subscription?.state).toBe('ending')
    world.database.close()
  })
})
