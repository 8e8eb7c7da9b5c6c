import { expect, it } from 'vitest'
import type { Accounts, OpenPoints } from '../../../src/contracts/endpoints/books-endpoints.ts'
import { formatAccounts, formatAccountsCsv, formatOpenPoints } from './format-accounts.ts'

const line = { country: 'GB', plan: 'annual_99', currency: 'USD', count: 2, months: 0 } as const
const accounts: Accounts = {
  month: '2026-11',
  timeZone: 'Asia/Colombo',
  lines: [
    { ...line, kind: 'renewed', amount: 19_800 },
    { ...line, kind: 'fee', count: 0, amount: -790 },
    { ...line, kind: 'deferred', amount: 9901, months: 13 },
    { ...line, country: '=1+1', plan: 'a,"b"', kind: 'refunded', count: 1, amount: -5 },
    { ...line, currency: 'JPY', plan: '', country: '', kind: 'unexplained', amount: 500 },
  ],
}

it('the CSV of the accounts follows RFC 4180, with numbers as numbers and without formulas', () => {
  expect(formatAccountsCsv(accounts)).toBe(
    [
      'month,country,plan,currency,kind,count,amount,months',
      '2026-11,GB,annual_99,USD,renewed,2,198.00,0',
      '2026-11,GB,annual_99,USD,fee,0,-7.90,0',
      '2026-11,GB,annual_99,USD,deferred,2,99.01,13',
      `2026-11,'=1+1,"a,""b""",USD,refunded,1,-0.05,0`,
      '2026-11,,,JPY,unexplained,2,500,0',
      '',
    ].join('\r\n'),
  )
})

it('the printed accounts show sums, then each country and plan, and explain the lines', () => {
  const text = formatAccounts(accounts).join('\n')
  expect(text).toContain('Accounts for 2026-11 (time zone: Asia/Colombo)')
  expect(text).toMatch(/All countries and plans[\s\S]*renewed +2 +198\.00 USD/)
  expect(text).toMatch(/GB, annual_99[\s\S]*deferred +2 +99\.01 USD +13 months/)
  expect(text).toContain('unknown country, no plan')
  expect(text).toContain('fee: PayPal’s fees')
  expect(formatAccounts({ ...accounts, lines: [] })).toEqual([
    '2026-11: no money movements are recorded.',
  ])
})

const balanced: OpenPoints = {
  nextStep: null,
  comparedAt: '2026-11-20T04:03:00.000Z',
  movementCount: 0,
  movements: [],
  recordCount: 0,
  records: [],
  readers: [],
}

it('the printed accounts say that the books balance, or what to do for each point', () => {
  expect(formatOpenPoints(balanced)).toEqual([
    'The books balance. Compared at 2026-11-20T04:03:00.000Z.',
  ])
  const at = '2026-11-19T10:00:00.000Z'
  const text = formatOpenPoints({
    ...balanced,
    nextStep: 'Look.',
    movementCount: 21,
    movements: [{ id: '8AB', at, code: 'T0000', amount: 2500, currency: 'USD' }],
    recordCount: 1,
    records: [{ id: 'ab12', at, kind: 'renewed', plan: 'monthly_13', amount: 1399, payment: null }],
    readers: [{ uid: 'asha', days: 1, at }],
  }).join('\n')
  expect(text).toContain('Next: Look.')
  expect(text).toContain('21 unexplained movements at PayPal')
  expect(text).toContain('npm run desk -- accounts explain ID --reason TEXT')
  expect(text).toContain('8AB  2026-11-19T10:00:00.000Z  T0000  25.00 USD')
  expect(text).toContain('ab12  2026-11-19T10:00:00.000Z  renewed  monthly_13  13.99 USD')
  expect(text).toContain('1 reader has more access than was paid for or given.')
  expect(text).toContain('asha  1 day, seen')
})
