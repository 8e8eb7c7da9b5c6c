import { z } from 'zod'
import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { formatMonths } from '../../src/domain/number-words.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { formatCents } from '../../src/domain/subscription/outlook-text.ts'
import type { FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import type { ReaderDeps } from './find-reader.ts'

const nullableInstant = z.date().nullable().default(null)
const nullableText = z.string().nullable().default(null)

const entrySchema = z.object({
  at: z.date(),
  by: z.string(),
  operator: nullableText,
  message: nullableText,
  kind: z.string(),
  from: nullableText,
  to: nullableText,
  plan: nullableText,
  provider: nullableText,
  paymentAt: nullableInstant,
  refundedAt: nullableInstant,
  surplus: nullableText,
  previousPlan: nullableText,
  until: nullableInstant,
  template: nullableText,
  /** Money returned from a payment (../referral/settle-payment.ts), in minor units, or a refund request. */
  payment: nullableText,
  share: z.int().default(0),
  months: z.int().default(0),
  excess: z.int().default(0),
  state: nullableText,
})

/** The latest changes listed: more than any subscription has had. */
const maxChanges = 300

/** Lists the changes to a subscription, newest first. */
export async function describeHistory(
  { firestore }: ReaderDeps,
  uid: string,
): Promise<Result<readonly string[], FirestoreFailure>> {
  const found = await firestore.query({
    collection: 'history',
    parent: subscriptionPath(uid),
    orderBy: 'at',
    newestFirst: true,
    limit: maxChanges,
  })
  if (!found.ok) return found
  const { documents } = found.value
  return succeed(documents.length === 0 ? ['No history yet.'] : documents.map(formatEntry))
}

function formatEntry({ id, fields }: StoredDocument): string {
  const parsed = entrySchema.safeParse(fields)
  if (!parsed.success) return `${id}  (invalid entry)`
  const {
    at,
    by,
    operator,
    kind,
    from,
    to,
    plan,
    provider: payPalSubscription,
    message,
    ...rest
  } = parsed.data
  const details = [
    rest.previousPlan && `plan changed from ${rest.previousPlan}`,
    from !== to && `${from ?? 'none'} → ${to ?? 'none'}`,
    plan,
    payPalSubscription,
    rest.paymentAt && `paid ${formatTime(rest.paymentAt)}`,
    rest.refundedAt && `refunded the payment of ${formatTime(rest.refundedAt)}`,
    kind === 'refundRequested' && `payment ${rest.payment}`,
    rest.surplus && `duplicate subscription: ${rest.surplus}`,
    rest.until && `until ${formatTime(rest.until)}`,
    rest.template,
    ...describeSettlement(rest),
  ].filter(Boolean)
  const messageSuffix = message === null ? '' : `: ${message}`
  return `${formatTime(at)}  ${operator ?? by}  ${kind}  ${details.join(', ')}${messageSuffix}`
}

const describeSettlement = ({
  payment,
  share,
  months,
  excess,
  state,
}: Pick<z.infer<typeof entrySchema>, 'payment' | 'share' | 'months' | 'excess' | 'state'>) => [
  share > 0 && `${formatCents(share)} of ${payment} for ${formatMonths(months)}`,
  excess > 0 && `${formatCents(excess)} of ${payment} above the price`,
  state,
]
