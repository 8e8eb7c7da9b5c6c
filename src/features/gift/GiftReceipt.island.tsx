import { useEffect, useState } from 'react'
import { useFragment } from '../../browser/use-fragment.ts'
import { useQuery } from '../../browser/use-query.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { formatMonths } from '../../domain/number-words.ts'
import { currency } from '../../publication/offer.ts'
import Problem from '../../ui/Problem.tsx'
import ReceiptSheet, { type Publication, receiptContentClass } from '../../ui/ReceiptSheet.tsx'
import { $user } from '../session/user-store.ts'
import { fetchGivenGifts, type GivenGifts } from './given-gifts.ts'

/** A receipt for the gift whose PayPal order ID is in the address's fragment. */
export default function GiftReceipt({ publication }: { publication: Publication }) {
  // Null for a guest.
  const { data: user, errorMessage } = useQuery($user)
  const [loaded, setLoaded] = useState<GivenGifts | null>(null)
  const id = useFragment()

  useEffect(() => void fetchGivenGifts().then(setLoaded), [])

  if (!loaded || (user === undefined && !errorMessage))
    return <div className={receiptContentClass} aria-busy="true" />
  const gifts = 'gifts' in loaded ? loaded.gifts : []
  const gift = gifts.find((entry) => entry.id === id)
  if (!gift?.paidAt) {
    return (
      <div className={receiptContentClass}>
        {'message' in loaded ? (
          <Problem>{loaded.message}</Problem>
        ) : (
          <p>We can’t find that receipt. Choose one from the gifts you’ve given.</p>
        )}
      </div>
    )
  }
  const day = formatDay(new Date(gift.paidAt))
  const name = user ? `${user.first_name} ${user.last_name}`.trim() : gift.senderName
  return (
    <div className={receiptContentClass}>
      <ReceiptSheet
        publication={publication}
        day={day}
        facts={[
          ['Receipt for', user ? [name, user.email].filter(Boolean) : [name]],
          ['Paid on', [day]],
          ['For', [`Gift subscription, ${formatMonths(gift.length)}`]],
          ['Order', [`PayPal ${gift.id}`]],
          ...listStatus(gift),
        ]}
        total={{ minorUnits: gift.price, currency }}
      />
    </div>
  )
}

const listStatus = ({ state }: BoughtGift) =>
  state === 'refunded' ? ([['Status', ['Refunded']]] as const) : []
