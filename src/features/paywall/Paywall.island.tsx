import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { callForText } from '../../browser/api.ts'
import { readReaderHint } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import type { ReaderHint } from '../../contracts/reader-hint.ts'
import control from '../../ui/control.module.css'
import { $reader, currentSubscription, fetchSubscription } from '../account/subscription-store.ts'
import { type RetryState, retryPayment } from '../subscription/retry-payment-store.ts'
import styles from './paywall.module.css'
import RetryOutcome from './RetryOutcome.tsx'
import { createRestStore } from './rest-store.ts'

/** What a page assumes of its reader where the rest opens for everybody. */
const open = (): ReaderHint => ({ status: 'isSubscribed', open: true, mend: false })

type Props = {
  /** Where the rest is fetched. */
  bodyPath: string
  /** Whether it opens for everybody who has this page: a draft behind its link. */
  isOpen?: boolean | undefined
  children?: ReactNode
}

/**
 * What stands after the lead-in of a closed article: the rest, or the wall that the page brings as
 * this island's child. The HTML of the rest comes from our own pipeline (content/markdown.ts).
 */
export default function Paywall({ bodyPath, isOpen = false, children }: Props) {
  const [store] = useState(() =>
    createRestStore({
      hint: isOpen ? open : readReaderHint,
      fetchBody: () => callForText(bodyPath),
      currentSubscription,
      fetchSubscription,
      createRetry,
    }),
  )
  const rest = useStore(store.$rest)
  const [retry, setRetry] = useState<RetryState | null>(null)

  useEffect(() => {
    store.start()
    return store.stop
  }, [store])

  useEffect(() => {
    if (isOpen) return
    return $reader.listen((reader) => {
      if (reader.signedIn === 'out') store.close()
      else if (reader.signedIn === 'in' && reader.subscription?.entitled) store.reconsider()
    })
  }, [store, isOpen])

  useEffect(() => {
    /** Without this script, the wall's button leads to the settings. */
    async function retryAtOnce(event: MouseEvent) {
      if (!(event.target as Element).closest('[data-mends]')) return
      event.preventDefault()
      setRetry({ state: 'trying' })
      setRetry(await retryPayment())
    }
    document.addEventListener('click', retryAtOnce)
    return () => document.removeEventListener('click', retryAtOnce)
  }, [])

  const wall = (
    <>
      {children}
      {retry && <RetryOutcome retry={retry} />}
    </>
  )

  switch (rest.state) {
    case 'unknown':
      return (
        <>
          <div className={styles.placeholder} aria-hidden="true" />
          <div className={styles.unlessOpen} data-wall>
            {wall}
          </div>
        </>
      )
    case 'closed':
      return <div data-wall>{wall}</div>
    case 'open':
      return <div className="prose" data-rest dangerouslySetInnerHTML={{ __html: rest.html }} />
    case 'gone':
      return (
        <div className={styles.unavailable}>
          <p role="alert">{rest.message}</p>
        </div>
      )
    case 'unavailable':
      return (
        <div className={styles.unavailable}>
          <div role="alert">
            <p>{rest.message}</p>
            <p className={styles.promise}>We keep trying, and it opens here as soon as it can.</p>
          </div>
          <button
            type="button"
            className={control.button}
            disabled={rest.isTrying}
            onClick={store.tryAgain}
          >
            {rest.isTrying ? 'Trying again' : 'Try again'}
          </button>
        </div>
      )
  }
}
