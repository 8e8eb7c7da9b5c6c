import { useStore } from '@nanostores/react'
import { type ComponentProps, useEffect } from 'react'
import { useFragment } from '../../browser/use-fragment.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { User } from '../../contracts/endpoints/account-endpoints.ts'
import type { Payment } from '../../contracts/endpoints/payments-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMoney } from '../../domain/money.ts'
import Problem from '../../ui/Problem.tsx'
import ReceiptSheet, { type Publication, receiptContentClass } from '../../ui/ReceiptSheet.tsx'
import { $reader, applyReaderHint } from '../session/subscription-store.ts'
import { $user } from '../session/user-store.ts'
import {
  formatPaidPeriod,
  getPaidAmount,
  getSubscriptionName,
  hasReceipt,
  listReturns,
} from './payment-text.ts'
import { $payments } from './payments-store.ts'

/** A receipt for the payment whose id is in the address's fragment. */
export default function Receipt({ publication }: { publication: Publication }) {
  const reader = useStore($reader)
  const { data, errorMessage } = useQuery($payments)
  const { data: user, errorMessage: userProblem } = useQuery($user)
  const id = useFragment()

  useEffect(applyReaderHint, [])

  if (reader.signedIn === 'out') return null
  const payment = data?.payments.find((entry) => entry.id === id && hasReceipt(entry))
  const isMissing = data !== undefined && id !== null && !payment
  return (
    <div className={receiptContentClass}>
      {(errorMessage || userProblem) && <Problem>{errorMessage || userProblem}</Problem>}
      {isMissing && <p>We can’t find that receipt. Choose one from your payments.</p>}
      {payment && user && (
        <ReceiptSheet
          publication={publication}
          day={formatDay(new Date(payment.at))}
          facts={listFacts(payment, user)}
          total={{ ...payment, minorUnits: getPaidAmount(payment) ?? 0 }}
        />
      )}
    </div>
  )
}

function listFacts(payment: Payment, user: User): ComponentProps<typeof ReceiptSheet>['facts'] {
  const name = `${user.first_name} ${user.last_name}`.trim()
  const returns = listReturns(payment)
  return [
    ['Receipt for', name ? [name, user.email] : [user.email]],
    ['Charged on', [formatDay(new Date(payment.at))]],
    ['For', [getSubscriptionName(payment.plan), formatPaidPeriod(payment)]],
    ['Transaction', [`PayPal ${payment.id}`]],
    ...(returns.length > 0 ? ([['Charged', [formatMoney(payment)]]] as const) : []),
    ...returns.map(([label, amount]) => [label, [amount ? `−${amount}` : 'See PayPal']] as const),
  ]
}
