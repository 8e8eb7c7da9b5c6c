import { useEffect, useState } from 'react'
import { type ApiFailure, call } from '../../browser/api.ts'
import type { GiftCard } from '../../contracts/gift-endpoints.ts'
import { type GiftCode, parseGiftCode } from '../../domain/gift/gift-code.ts'
import control from '../../ui/button.module.css'
import PrintSheet from './PrintSheet.tsx'
import styles from './print-card.module.css'

type Loaded =
  | { readonly code: GiftCode; readonly card: GiftCard }
  | { readonly failure: Pick<ApiFailure, 'message'> }

const unknownGift = {
  message: 'We can’t find this gift. Open its card from your receipt or from your gifts.',
}

async function loadCard(): Promise<Loaded> {
  const code = parseGiftCode(location.hash.slice(1))
  if (!code) return { failure: unknownGift }
  const result = await call('GET /api/gift-cards/:code', { code })
  if (result.ok) return { code, card: result.value }
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
