/** What GET /api/subscription/outlook says about each step is what happens after it. */
import { expect, it } from 'vitest'
import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
} from '../../src/contracts/subscription-endpoints.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { listKept, readAnswer } from './testing/checkout-steps.ts'

const day = 24 * 60 * 60 * 1000

type State = {
  readonly plan: 'monthly_13' | 'annual_99'
  /** Days since the first payment. */
  readonly days: number
  readonly before?: (harness: WorkerHarness) => Promise<unknown>
  /** The number of steps that are possible. */
  readonly steps: number
}

const redeem = (harness: WorkerHarness) =>
  harness.applyEvent({ kind: 'redeemGift', gift: 'gift', months: 3, endFailing: false })
const pause = (harness: WorkerHarness) => harness.applyEvent({ kind: 'pause', months: 3 })
const cancel = (harness: WorkerHarness) => harness.applyEvent({ kind: 'cancel' })

const states: Readonly<Record<string, State>> = {
  'a monthly plan': { plan: 'monthly_13', days: 10, steps: 5 },
  'a monthly plan with a gift': { plan: 'monthly_13', days: 10, before: redeem, steps: 5 },
  'a monthly plan on the day before its payment': { plan: 'monthly_13', days: 30, steps: 5 },
  'a cancelled monthly plan with a gift': {
    plan: 'monthly_13',
    days: 10,
    before: async (harness) => {
      await redeem(harness)
      await cancel(harness)
    },
    steps: 1,
  },
  'a paused monthly plan': { plan: 'monthly_13', days: 50, before: pause, steps: 2 },
  'a yearly plan': { plan: 'annual_99', days: 100, steps: 5 },
  'a yearly plan with a gift': { plan: 'annual_99', days: 100, before: redeem, steps: 5 },
  'a yearly plan two months before its payment': { plan: 'annual_99', days: 300, steps: 4 },
  'a paused yearly plan': { plan: 'annual_99', days: 50, before: pause, steps: 2 },
}

async function prepare({ plan, days, before }: State) {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout(plan)
  await harness.subscribe()
  await before?.(harness)
  await harness.runUntilIdle()
  await harness.advanceDays(days)
  await harness.runUntilIdle()
  await harness.logIn()
  return harness
}

const readOutlook = (harness: WorkerHarness) =>
  readAnswer<SubscriptionOutlookResponse>(harness.get('/api/subscription/outlook'))

const listSteps = ({ pause: pauses, ...others }: SubscriptionOutlookResponse['steps']) =>
  [
    ...Object.entries(others).map(([step, outlook]) => ({ body: { step }, outlook })),
    ...Object.entries(pauses).map(([months, outlook]) => ({
      body: { step: 'pause', months: Number(months) },
      outlook,
    })),
  ].flatMap(({ body, outlook }) => (outlook ? [{ body, outlook }] : []))

const isPredictedOpen = ({ isOpen, upcoming }: OutlookResponse, now: Date) =>
  upcoming
    .filter(({ at }) => new Date(at) <= now)
    .reduce((open, { kind }) => {
      if (kind === 'opens') return true
      return kind === 'closes' || kind === 'ends' ? false : open
    }, isOpen)

/** Until the first payment and everything before it, or for four months after the end. */
async function expectOutlook(harness: WorkerHarness, outlook: OutlookResponse, isYearly: boolean) {
  const since = harness.now
  const last = outlook.nextPayment?.at ?? outlook.closesAt
  const end = new Date(last!).getTime() + (outlook.nextPayment ? 7 : 60) * day
  while (harness.now.getTime() < end) {
    const open = resolveEntitlement(await harness.record(), harness.now).entitled
    expect([harness.now, open]).toEqual([harness.now, isPredictedOpen(outlook, harness.now)])
    await harness.passDays(isYearly ? 3 : 1, isYearly ? 72 : 24)
  }
  const expected = outlook.upcoming
    .filter(({ at, kind }) => kind === 'payment' && new Date(at) <= harness.now)
    .map(({ at, minorUnits }) => ({ at: at.slice(0, 10), minorUnits }))
  expect(listKept(harness, since)).toEqual(expected)
  expect(expected.length).toBe(outlook.nextPayment ? 1 : 0)
}

it.each(Object.entries(states))(
  '%s has the outcome that was shown, after each step and without one',
  async (_, state) => {
    const shown = await prepare(state)
    const outlook = await readOutlook(shown)
    const isYearly = state.plan === 'annual_99'
    const steps = listSteps(outlook.steps)
    expect(steps).toHaveLength(state.steps)
    for (const { body, outlook: expected } of steps) {
      const harness = await prepare(state)
      expect((await harness.patch('/api/subscription', body)).status).toBe(200)
      expect((await readOutlook(harness)).now).toEqual(expected)
      await harness.runUntilIdle()
      await expectOutlook(harness, expected, isYearly)
      harness.database.close()
    }
    await expectOutlook(shown, outlook.now, isYearly)
    shown.database.close()
  },
)
