import { useEffect, useRef, useState } from 'react'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import { getLoginPath } from '../../contracts/pages/login-paths.ts'
import control from '../../ui/button.module.css'
import LoadFailure from '../../ui/LoadFailure.tsx'
import GivenGift from './GivenGift.tsx'
import styles from './given-gifts.module.css'
import { fetchGivenGifts, type GivenGifts as Loaded } from './given-gifts.ts'

export default function GivenGifts({ timeZone }: { timeZone: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const moveFocus = useMoveFocus()

  useEffect(() => void load(), [])

  async function load() {
    setLoaded(await fetchGivenGifts())
  }

  function retry() {
    moveFocus(() => content.current)
    return load()
  }

  return (
    <div ref={content} tabIndex={-1} className={styles.content} aria-busy={!loaded}>
      {loaded ? renderLoaded(loaded) : <p className={styles.empty}>…</p>}
    </div>
  )

  function renderLoaded(answer: Loaded) {
    if ('message' in answer) {
      return <LoadFailure message={answer.message} onRetry={retry} />
    }
    if ('signedOut' in answer) {
      return (
        <div className={styles.ask}>
          <p>
            {answer.hasKey
              ? 'This link no longer works. Open the one in our latest email about your gift, or log in.'
              : 'Log in to see the gifts you’ve given. If you bought one without an account, open the link in your receipt.'}
          </p>
          <a className={control.primary} href={getLoginPath('/gifts')}>
            Log in
          </a>
        </div>
      )
    }
    if (answer.gifts.length === 0) {
      return (
        <div className={styles.ask}>
          <p>You haven’t given a subscription yet.</p>
          <a className={control.primary} href="/gift">
            Give a subscription
          </a>
        </div>
      )
    }
    return (
      <ul className={`${styles.gifts} plain-list`}>
        {answer.gifts.map((gift) => (
          <li key={gift.id}>
            <GivenGift
              gift={gift}
              timeZone={timeZone}
              onChange={(changed) =>
                setLoaded({
                  gifts: answer.gifts.map((entry) => (entry.id === changed.id ? changed : entry)),
                })
              }
            />
          </li>
        ))}
      </ul>
    )
  }
}
