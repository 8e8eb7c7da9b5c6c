/** What the reader has paid, asked for on the pages that show it and shared between them. */
import { callForJson } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { PaymentsResponse } from '../../contracts/payments.ts'

const query = createQuery<PaymentsResponse>('payments', {
  call: () => callForJson<PaymentsResponse>('GET', endpoints.payments),
  forGuests: { payments: [], history: [] },
})

export const $payments = query.$store
