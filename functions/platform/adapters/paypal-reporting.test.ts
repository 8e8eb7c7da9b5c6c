import { expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createPayPalReporting, movementsPerPage } from './paypal-reporting.ts'

const info = {
  transaction_id: '8AB',
  transaction_event_code: 'T0002',
  transaction_initiation_date: '2026-11-20T10:00:00+0000',
  transaction_amount: { currency_code: 'USD', value: '13.99' },
  fee_amount: { currency_code: 'USD', value: '-0.98' },
  transaction_status: 'S',
}
const from = new Date('2026-11-20T00:00:00Z')

async function list(details: readonly object[]) {
  const paths: string[] = []
  const reporting = createPayPalReporting({
    async call({ path }) {
      paths.push(path)
      return succeed({ transaction_details: details, total_pages: 3 })
    },
  })
  const { movements, pages } = unwrap(await reporting.listMovements(from, from, 2))
  return { movements, pages, path: paths[0]! }
}

it('a list of movements is read page by page, with each movement’s subject', async () => {
  const payment = { ...info, paypal_reference_id: 'I-1', paypal_reference_id_type: 'SUB' }
  const refund = { ...info, paypal_reference_id: '8AB', paypal_reference_id_type: 'TXN' }
  const { movements, pages, path } = await list([
    { transaction_info: payment, payer_info: { country_code: 'GB', email_address: 'a@b.c' } },
    { transaction_info: refund },
  ])
  expect(pages).toBe(3)
  expect(path).toContain(`page_size=${movementsPerPage}&page=2`)
  expect(movements).toEqual([
    {
      id: '8AB',
      at: new Date('2026-11-20T10:00:00Z'),
      code: 'T0002',
      amount: 1399,
      fee: -98,
      currency: 'USD',
      original: null,
      subscription: 'I-1',
      country: 'GB',
    },
    expect.objectContaining({ original: '8AB', subscription: null, country: '' }),
  ])
})

it('a list of movements leaves out pending and declined payments, and accepts any currency', async () => {
  const yen = { currency_code: 'JPY', value: '500' }
  const { movements } = await list([
    { transaction_info: { ...info, transaction_status: 'P' } },
    { transaction_info: { ...info, transaction_status: 'D' } },
    { transaction_info: { ...info, transaction_status: 'V', transaction_amount: yen } },
  ])
  expect(movements).toMatchObject([{ amount: 500, currency: 'JPY' }])
})
