import { call } from '../../browser/api.ts'
import { createQuery } from '../../browser/query.ts'
import type { PaymentsResponse } from '../../contracts/endpoints/payments-endpoints.ts'

const query = createQuery<PaymentsResponse>('payments', {
  call: () => call('GET /api/subscription/payments'),
  guestData: { payments: [], history: [] },
})

// Each page requests the payments, because a payment may just have changed.
query.invalidate()

export const $payments = query.$store
