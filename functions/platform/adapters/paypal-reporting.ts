/**
 * All movements of money on our PayPal account. Source: "Transaction Search" (v1) in PayPal's REST reference. The app
 * needs the permission with the same name; without it, PayPal responds with 403. A movement is listed within three
 * hours; a query covers at most 31 days and 10,000 movements.
 */
import { z } from 'zod'
import type { Movement } from '../../../src/domain/books/movement.ts'
import { toMinorUnits } from '../../../src/domain/currency.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'
import { createReader } from './paypal-payments.ts'
import type { PayPalFailure, PayPalRest } from './paypal-rest.ts'

/** PayPal's time format, which has no colon in the offset: “2026-11-20T10:00:00+0000”. */
const reportedTimeSchema = z
  .string()
  .transform((text) => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text))

/** Accepts any currency, because a stranger may send us money in any of them. */
const reportedAmountSchema = z
  .object({
    currency_code: z.string().regex(/^[A-Z]{3}$/),
    value: z.string().regex(/^-?\d+(?:\.\d+)?$/),
  })
  .transform(({ currency_code: currency, value }) => ({
    currency,
    minorUnits: toMinorUnits(value, currency),
  }))

/** Movements with these statuses have happened. `V` was reversed later, and the reversal is a separate movement. */
const finalStatuses = ['S', 'V']

const detailSchema = z
  .object({
    transaction_info: z.object({
      transaction_id: z.string().min(1).max(50),
      paypal_reference_id: z.string().max(50).optional(),
      paypal_reference_id_type: z.string().optional(),
      transaction_event_code: z.string().max(5),
      transaction_initiation_date: reportedTimeSchema,
      transaction_amount: reportedAmountSchema,
      fee_amount: reportedAmountSchema.optional(),
      transaction_status: z.string(),
    }),
    payer_info: z.object({ country_code: z.string().optional() }).optional(),
  })
  .transform(({ transaction_info: info, payer_info }): Movement | null => {
    const { paypal_reference_id: reference = null, paypal_reference_id_type: type } = info
    if (!finalStatuses.includes(info.transaction_status)) return null
    const country = payer_info?.country_code ?? ''
    return {
      id: info.transaction_id,
      at: info.transaction_initiation_date,
      code: info.transaction_event_code,
      amount: info.transaction_amount.minorUnits,
      fee: info.fee_amount?.minorUnits ?? 0,
      currency: info.transaction_amount.currency,
      original: type === 'TXN' ? reference : null,
      subscription: reference?.startsWith('I-') ? reference : null,
      country: /^[A-Z]{2}$/.test(country) ? country : '',
    }
  })

const searchSchema = z.object({
  transaction_details: z.array(detailSchema).default([]),
  total_pages: z.int().min(0),
})

/** PayPal allows 500, but each page is stored and explained in one run. */
export const movementsPerPage = 100

export type PayPalReporting = {
  /** Page numbers start at 1. Pending and declined movements are left out. */
  listMovements(
    from: Date,
    to: Date,
    page: number,
  ): Promise<
    Result<{ readonly movements: readonly Movement[]; readonly pages: number }, PayPalFailure>
  >
}

export function createPayPalReporting(rest: PayPalRest): PayPalReporting {
  const read = createReader(rest)
  return {
    async listMovements(from, to, page) {
      const query = new URLSearchParams({
        start_date: from.toISOString(),
        end_date: to.toISOString(),
        fields: 'transaction_info,payer_info',
        page_size: String(movementsPerPage),
        page: String(page),
      })
      const found = await read(searchSchema, {
        method: 'GET',
        path: `/v1/reporting/transactions?${query}`,
      })
      if (!found.ok) return found
      const { transaction_details, total_pages: pages } = found.value
      return succeed({ movements: transaction_details.flatMap((one) => one ?? []), pages })
    },
  }
}
