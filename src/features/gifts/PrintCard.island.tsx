import { useEffect, useState } from 'react'
import { type ApiFailure, call } from '../../browser/api.ts'
import { type GiftCode, parseGiftCode } from '../../domain/gift/gift-code.ts'
import control from '../../ui/button.module.css'
import type { CardText } from './Card.tsx'
import { fetchGivenGifts } from './given-gifts.ts'
import PrintSheet from './PrintSheet.tsx'
import styles from './print-card.module.css'

type Loaded =
  | { readonly code: GiftCode; readonly card: CardText }
  | { readonly failure: Pick<ApiFailure, 'message'> }

const unknownGift = {
  message: 'We can’t find this gift. Open its card from your receipt or from your gifts.',
}

const unavailableCard = {
  message:
    'This gift can’t be printed: its day hasn’t come yet, or it has been redeemed or refunded.',
}

async function loadCard(): Promise<Loaded> {
  const code = parseGiftCode(location.hash.slice(1))
  if (!code) return { failure: unknownGift }
  // Its buyer sees the words before the day of the gift.
  const given = await fetchGivenGifts()
  const own = 'gifts' in given && given.gifts.find((gift) => gift.code === code)
  if (own) return { code, card: { ...own, recipientName: own.recipient?.name ?? null } }
  const result = await call('GET /api/gift-cards/:code', { code })
  if (result.ok && result.value.senderName !== '') return { code, card: result.value }
  if (result.ok) return { failure: unavailableCard }
  return { failure: result.failure.code === 'not_found' ? unknownGift : result.failure }
}

/** The fragment of the address contains the code, so that it isn't sent with the address. */
export default function PrintCard({ publication }: { publication: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)

  useEffect(() => {
    const load = () => void loadCard().then(setLoaded)
    load()
    addEventListener('hashchange', load)
    return () => removeEventListener('hashchange', load)
  }, [])

  if (!loaded)
    return (
      <p className={styles.status} role="status" data-screen-only="">
        Loading the card…
      </p>
    )
  if ('failure' in loaded) {
    return (
      <p className={styles.status} role="alert">
        {loaded.failure.message}
      </p>
    )
  }
  return (
    <div className={styles.content}>
      <p data-screen-only="">
        <button type="button" className={control.primary} onClick={() => print()}>
          Print the card
        </button>
      </p>
      <p className={styles.hint} data-screen-only="">
        It fits a sheet of A5, or half a sheet of A4. Print it in colour, without margins if your
        printer can.
      </p>
      <PrintSheet card={loaded.card} code={loaded.code} publication={publication} />
    </div>
  )
}
