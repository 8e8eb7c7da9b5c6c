/** Endpoints for a month's accounts, and for everything that doesn't balance. */
import { z } from 'zod'
import { accountKinds, parseMonth } from '../../domain/books/accounts.ts'
import { defineEndpoint } from './endpoint.ts'

const forStaff = {
  caller: 'staff',
  permission: 'money',
  acceptsDeskKeys: true,
  limit: ['LOOK_UP_LIMIT', 'staff-documents'],
} as const

const monthSchema = z.string().transform((text, context) => {
  const month = parseMonth(text)
  if (month !== null) return month
  context.addIssue({ code: 'custom', message: 'isn’t a month such as 2026-11' })
  return z.NEVER
})

const accountLineSchema = z.object({
  country: z.string(),
  plan: z.string(),
  currency: z.string(),
  kind: z.enum(accountKinds),
  count: z.int(),
  /** The amount in minor units; negative for outgoing money. */
  amount: z.int(),
  /** Months of access. */
  months: z.int(),
})

export const accountsSchema = z.object({
  month: z.string(),
  timeZone: z.string(),
  lines: z.array(accountLineSchema),
})
export type Accounts = z.infer<typeof accountsSchema>

/** The movements, records and readers that don't balance: the first entries of each kind. */
export const openPointsSchema = z.object({
  /** The operator's next step; null if the books balance. */
  nextStep: z.string().nullable(),
  comparedAt: z.iso.datetime().nullable(),
  movementCount: z.int(),
  movements: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      code: z.string(),
      amount: z.int(),
      currency: z.string(),
    }),
  ),
  recordCount: z.int(),
  records: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: z.string(),
      plan: z.string().nullable(),
      amount: z.int(),
      payment: z.string().nullable(),
    }),
  ),
  /** Readers with more access than was paid for or given, and the number of days. */
  readers: z.array(z.object({ uid: z.string(), days: z.int(), at: z.iso.datetime() })),
})
export type OpenPoints = z.infer<typeof openPointsSchema>

/** The maximum length in characters. */
export const maxReasonLength = 500

export const booksEndpoints = [
  defineEndpoint('GET /api/accounts', {
    summary: 'lists unexplained movements of money, records and readers’ access',
    ...forStaff,
    response: openPointsSchema,
  }),
  defineEndpoint('GET /api/accounts/:month', {
    summary: 'returns a month’s accounts, by country, plan, currency and kind',
    ...forStaff,
    params: z.object({ month: monthSchema }),
    response: accountsSchema,
    example: { month: '2026-11' },
  }),
  /** Explains a movement. Safe to repeat. */
  defineEndpoint('PUT /api/accounts/movements/:id', {
    summary: 'stores an operator’s reason for a movement of money, or for a record without one',
    ...forStaff,
    params: z.object({ id: z.string().regex(/^[A-Za-z0-9]{1,64}$/) }),
    request: z.object({
      /** The operator's name, if a program sends the request. */
      by: z.string().min(1).max(100).optional(),
      reason: z.string().min(1).max(maxReasonLength),
    }),
    maxBytes: 4096,
    response: 'empty',
    example: { id: '8AB12345CD678901E', by: 'Mira', reason: 'Goodwill' },
  }),
]
