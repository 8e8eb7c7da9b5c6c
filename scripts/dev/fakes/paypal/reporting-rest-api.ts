/** Transaction Search (v1). */

import { day } from '../../../../src/domain/duration.ts'
import type { Ledger } from './ledger.ts'
import type { Movement } from './ledger-movements.ts'
import { toAmount } from './order-resources.ts'
import { toValue } from './payment-value.ts'
import { malformed, type RestRequest, type RestResponse } from './rest-request.ts'

/** PayPal refuses longer ranges, and larger pages. */
const maxRange = 31 * day
const maxPageSize = 500

/** Formats a time as PayPal does. */
const toReportedTime = (at: string) => `${at.slice(0, 19)}+0000`

const toDetail = ({ id, at, code, cents, fee, reference, country }: Movement) => ({
  transaction_info: {
    transaction_id: id,
    ...(reference
      ? { paypal_reference_id: reference.id, paypal_reference_id_type: reference.type }
      : {}),
    transaction_event_code: code,
    transaction_initiation_date: toReportedTime(at),
    transaction_updated_date: toReportedTime(at),
    transaction_amount: toAmount(toValue(cents)),
    ...(fee === 0 ? {} : { fee_amount: toAmount(toValue(fee)) }),
    transaction_status: 'S',
  },
  ...(country ? { payer_info: { country_code: country } } : {}),
})

/** Returns null if the path belongs to another API. */
export const createReportingRestApi = (ledger: Pick<Ledger, 'listMovements'>) =>
  function handleReportingRequest({ method, path, query }: RestRequest): RestResponse | null {
    if (method !== 'GET' || path !== '/v1/reporting/transactions') return null
    const [from, to] = ['start_date', 'end_date'].map((name) => new Date(query.get(name) ?? ''))
    const [size, page] = [Number(query.get('page_size') ?? 100), Number(query.get('page') ?? 1)]
    const isValid =
      from !== undefined &&
      to !== undefined &&
      to.getTime() - from.getTime() <= maxRange &&
      Number.isInteger(size) &&
      size >= 1 &&
      size <= maxPageSize &&
      Number.isInteger(page) &&
      page >= 1
    if (!isValid) return malformed
    const found = ledger.listMovements(from, to)
    return {
      status: 200,
      body: {
        transaction_details: found.slice((page - 1) * size, page * size).map(toDetail),
        page,
        total_items: found.length,
        total_pages: Math.ceil(found.length / size),
      },
    }
  }
