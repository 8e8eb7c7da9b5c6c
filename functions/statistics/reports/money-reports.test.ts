/** The reports about subscriptions, gifts, The Weekly and the meter, computed from known rows. */
import { beforeEach, expect, it } from 'vitest'
import { formatMeterStep, meterSteps } from '../../../src/domain/statistics/meter-steps.ts'
import { useMemoryFirestore } from '../../testing/memory-firestore.ts'
import {
  createKnownContext,
  createStatisticRow,
  daysAgo,
  listRows,
  storePayments,
  storeRow,
  storeStatisticRows,
  storeTransitions,
  today,
} from '../testing/known-rows.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import { createGiftsReport } from './gifts-report.ts'
import { createMeterReport } from './meter-report.ts'
import { createPlansReport } from './plans-report.ts'
import { createWeeklyReport } from './weekly-report.ts'

const memory = useMemoryFirestore()
let database: MemoryDatabase
beforeEach(() => {
  database = createMemoryDatabase()
})

const createContext = () => createKnownContext(database, memory.firestore)

it('the plan report shows churn, reasons and months', async () => {
  await storePayments(database)
  for (const [id, kind, plan, reason, day] of [
    ['a', 'paymentFailed', 'monthly_13', '', daysAgo(1)],
    ['b', 'paymentRecovered', 'monthly_13', '', daysAgo(1)],
    ['c', 'cancelled', 'monthly_13', 'price', daysAgo(28)],
    ['d', 'cancelled', 'annual_99', '', daysAgo(1)],
    ['e', 'cancelled', 'annual_99', 'price', daysAgo(1)],
    ['f', 'cancelled', 'annual_99', 'time', daysAgo(29)],
    ['g', 'paused', 'student_45', '2', daysAgo(1)],
    ['h', 'offerTaken', 'student_45', '', daysAgo(1)],
    ['i', 'ended', 'international_monthly', 'refunded', daysAgo(1)],
    ['j', 'giftRefunded', 'gift_6', '', daysAgo(1)],
  ] as const) {
    const amount = kind === 'giftRefunded' ? 4096 : 0
    await storeRow(database, 'transitions', {
      id,
      day,
      at: `${day}T01`,
      kind,
      plan,
      reason,
      amount,
    })
  }
  const report = await createPlansReport(createContext())
  expect(listRows(report, 'figures')).toEqual([
    ['Subscriptions started', [4, 1]],
    ['Renewals', [1, 0]],
    ['Payments failed', [1, 0]],
    ['Payments recovered', [1, 0]],
    ['Recovery rate', [1, null]],
    ['Cancellations', [3, 1]],
    ['Ended', [1, 0]],
    ['Pauses', [1, 0]],
    ['Offers accepted', [1, 0]],
    ['Refunds', [2, 0]],
    ['Revenue', [-2 - 4096, 768]],
  ])
  expect(listRows(report, 'plans')).toEqual([
    ['No plan', 4, 0, 0, 0, 0, 30],
    ['Annual', 0, 1, 0, 2, 0, 32],
    ['Monthly', 0, 0, 1, 1, 0, -128],
    ['Monthly, international', 0, 0, 0, 0, 1, 0],
    ['Gift of 3 months', 0, 0, 0, 0, 0, 64],
    ['Gift of 6 months', 0, 0, 0, 0, 0, -4096],
  ])
  expect(listRows(report, 'reasons')).toEqual([
    ['The price', [2, 0]],
    ['No reason given', [1, 0]],
    ['No time to read', [0, 1]],
  ])
  const months = listRows(report, 'months')
  expect([months.length, months[0]]).toEqual([12, ['2025-12', 0, 0, 0, 0, 0, 0]])
  expect(months.slice(-3)).toEqual([
    ['2026-09', 1, 0, 0, 0, 0, 1536],
    ['2026-10', 1, 0, 0, 2, 0, 128],
    ['2026-11', 5, 1, 1, 2, 1, 127 - 4096],
  ])
})

it('the report on The Weekly lists the issues with their statistics', async () => {
  await memory.store({
    'issues/2026-11-22': { subject: 'Rain', date: '2026-11-22' },
    'issues/2026-11-15': { subject: 'Tea', date: '2026-11-15' },
  })
  for (const [source, day, views, reads] of [
    ['newsletter', daysAgo(1), 50, 20],
    ['newsletter', today, 4, 2],
    ['campaign', today, 100, 100],
    // This issue is older than the oldest one shown.
    ['newsletter', daysAgo(9), 1000, 1000],
  ] as const)
    await storeRow(database, 'campaigns', { day, source, campaign: '2026-11-22', views, reads })
  await storeTransitions(database, [
    { day: daysAgo(1), issue: '2026-11-22' },
    { day: daysAgo(1), issue: '2026-11-22', kind: 'renewed' },
    { day: daysAgo(1), issue: '2026-11-15' },
    { day: daysAgo(1) },
  ])
  const totals = { accepted: 200, delivered: 190, hardBounces: 3, softBounces: 2, complaints: 1 }
  const report = await createWeeklyReport(createContext(), async (slug) =>
    slug === '2026-11-22' ? { totals } : null,
  )
  expect(listRows(report, 'issues')).toEqual([
    ['2026-11-22: Rain', 200, 190, 5, 1, 54, 22, 0.27, 1],
    ['2026-11-15: Tea', null, null, null, null, 0, 0, null, 1],
  ])
})

it('the gift report shows gifts, referrals and the visits from links', async () => {
  await storeStatisticRows(
    database,
    [
      createStatisticRow({ day: daysAgo(28), source: 'gift', views: 70, reads: 7 }),
      createStatisticRow({ day: daysAgo(29), source: 'gift', views: 30 }),
      createStatisticRow({ day: daysAgo(28), source: 'direct', views: 1000 }),
    ],
    new Set(),
  )
  await storeTransitions(database, [
    { day: daysAgo(28), kind: 'giftBought', amount: 7900 },
    { day: daysAgo(29), kind: 'giftBought', amount: 3499 },
    { day: daysAgo(1), kind: 'giftRedeemed' },
    { day: daysAgo(1), kind: 'giftRefunded', amount: 3499 },
    { day: daysAgo(1), source: 'gift' },
    { day: daysAgo(40), source: 'share' },
  ])
  const entry = (kind: string, day: string) => ({ kind, at: new Date(`${day}T06:00:00Z`) })
  await memory.store({
    'referrals/asha': {
      ledger: [
        entry('pending', '2026-11-02'),
        entry('earned', '2026-11-20'),
        entry('pending', '2026-10-10'),
        entry('used', '2026-11-20'),
      ],
    },
    'referrals/ravi': { ledger: [entry('pending', '2026-11-22'), entry('pending', today)] },
    'referrals/none': { code: 'x' },
  })
  const report = await createGiftsReport(createContext())
  expect(listRows(report, 'figures')).toEqual([
    ['Gifts bought', [1, 1]],
    ['Gifts redeemed', [1, 0]],
    ['Gift revenue', [7900, 3499]],
  ])
  expect(listRows(report, 'referrals')).toEqual([
    ['Friends who qualified', [2, 1]],
    ['Credits earned', [1, 0]],
    ['Credits taken back', [0, 0]],
  ])
  expect(listRows(report, 'links')).toEqual([
    ['Shared links', [0, 0], [0, 0], [0, 1]],
    ['Gift links', [70, 30], [7, 0], [1, 0]],
  ])
  const months = listRows(report, 'months')
  expect(months).toHaveLength(12)
  expect(months.slice(-2)).toEqual([
    ['2026-10', 2, 0, 11_399],
    ['2026-11', 0, 1, 0],
  ])
})

it('the meter report says at which free story readers stop, month by month', async () => {
  const countReaders = (step: number) => 10 * (meterSteps.length - step + 1)
  for (const [month, readerKind, step, readers] of [
    ...meterSteps.map((step) => ['2026-11', 'guest', step, countReaders(step)] as const),
    ['2026-11', 'registered', 1, 20],
    ['2026-09', 'guest', 1, 5],
    ['2026-08', 'guest', 1, 7],
  ] as const)
    await storeRow(database, 'meterSteps', { month, readerKind, step, readers })
  const report = await createMeterReport(createContext())
  expect(report.tables.map(({ id }) => id)).toEqual(['month-k', 'month-j', 'month-i'])
  const all = countReaders(1) + 20
  expect(listRows(report, 'month-k')).toEqual(
    meterSteps.map((step) => [
      formatMeterStep(step),
      step === 1 ? 30 : 10,
      (step === 1 ? 30 : 10) / all,
    ]),
  )
  expect(listRows(report, 'month-j')[0]).toEqual(['One story', 0, null])
  expect(listRows(report, 'month-i')[0]).toEqual(['One story', 5, 1])
})
