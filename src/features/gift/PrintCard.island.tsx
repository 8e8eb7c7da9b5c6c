import { useEffect, useRef, useState } from 'react'
import { call } from '../../browser/api.ts'
import { useFragment } from '../../browser/use-fragment.ts'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import type { GiftCard } from '../../contracts/endpoints/gift-endpoints.ts'
import { type GiftCode, parseGiftCode } from '../../domain/gift/gift-code.ts'
import control from '../../ui/button.module.css'
import LoadFailure from '../../ui/LoadFailure.tsx'
import type { CardText } from './Card.tsx'
import { fetchGivenGifts } from './given-gifts.ts'
import PrintSheet from './PrintSheet.tsx'
import styles from './print-card.module.css'

type Loaded =
  | { readonly code: GiftCode; readonly card: CardText }
  | { readonly problem: string; readonly canRetry: boolean }

const unknownGift = {
  problem: 'We can’t find this gift. Open its card from your receipt or from your gifts.',
  canRetry: false,
}

const unavailableCard = {
  problem:
    'This gift can’t be printed: it can’t be opened yet, has been redeemed, is on hold or is no longer valid.',
  canRetry: false,
}

/** The states in which the server returns the card's words. */
const printableStates: readonly GiftCard['state'][] = ['open', 'redeemedByYou']

async function loadCard(fragment: string): Promise<Loaded> {
  const code = parseGiftCode(fragment)
  if (!code) return unknownGift
  // A buyer can see the card before the gift's day.
  const given = await fetchGivenGifts()
  const own = 'gifts' in given && given.gifts.find((gift) => gift.code === code)
  if (own) return { code, card: { ...own, recipientName: own.recipient?.name ?? null } }
  const result = await call('GET /api/gift-cards/:code', { code })
  if (result.ok)
    return printableStates.includes(result.value.state)
      ? { code, card: result.value }
      : unavailableCard
  const { code: reason, message } = result.failure
  return reason === 'not_found' ? unknownGift : { problem: message, canRetry: true }
}

/** The fragment of the address contains the code, so that it isn't sent with the address. */
export default function PrintCard({ publication }: { publication: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)

  const fragment = useFragment()
  const printButton = useRef<HTMLButtonElement>(null)
  const moveFocus = useMoveFocus()

  useEffect(() => {
    if (fragment !== null) void loadCard(fragment).then(setLoaded)
  }, [fragment])

  function retry() {
    moveFocus(() => printButton.current)
    return loadCard(fragment ?? '').then(setLoaded)
  }

  if (!loaded)
    return (
      <p className={styles.status} role="status" data-screen-only="">
        Loading the card…
      </p>
    )
  if ('problem' in loaded) {
    if (loaded.canRetry) return <LoadFailure message={loaded.problem} onRetry={retry} />
    return (
      <p className={styles.status} role="alert">
        {loaded.problem}
      </p>
    )
  }
  return (
    <div className={styles.content}>
      <p data-screen-only="">
        <button ref={printButton} type="button" className={control.primary} onClick={() => print()}>
          Print the card
        </button>
      </p>
      <p className={styles.hint} data-screen-only="">
        The card fits a sheet of A5, or half a sheet of A4. Print it in colour, without margins if
        your printer can.
      </p>
      <PrintSheet card={loaded.card} code={loaded.code} publication={publication} />
    </div>
  )
}
