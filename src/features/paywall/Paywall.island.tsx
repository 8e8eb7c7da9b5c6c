import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { callForText } from '../../browser/api.ts'
import { endGivenArticle, isArticleGiven } from '../../browser/given-article.ts'
import { readReaderHint } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import type { ReaderHint } from '../../contracts/reader-hint-cookie.ts'
import control from '../../ui/button.module.css'
import { type RetryState, retryPayment } from '../billing/retry-payment-store.ts'
import { $reader, fetchSubscription, getSubscription } from '../session/subscription-store.ts'
import { createArticleBodyStore } from './article-body-store.ts'
import styles from './paywall.module.css'
import RetryPaymentStatus from './RetryPaymentStatus.tsx'

const createOpenHint = (): ReaderHint => ({
  status: 'isSubscribed',
  open: true,
  paymentFailed: false,
})

type Props = {
  slug: string
  /** For a draft, which opens for everyone who has its link. */
  previewToken?: string | undefined
  children?: ReactNode
}

/** Shows the closed part, or its child, the wall. The HTML is from our own pipeline (content/markdown.ts). */
export default function Paywall({ slug, previewToken, children }: Props) {
  const [store] = useState(() =>
    createArticleBodyStore({
      hint: () => (previewToken || isArticleGiven() ? createOpenHint() : readReaderHint()),
      fetchBody: () =>
        previewToken
          ? callForText('GET /api/preview/:slug/body', { slug, token: previewToken })
          : callForText('GET /api/articles/:slug/body', { slug }),
      currentSubscription: getSubscription,
      fetchSubscription,
      createRetry,
    }),
  )
  const body = useStore(store.$articleBody)
  const [retry, setRetry] = useState<RetryState | null>(null)

  // Its link was revoked, or has expired.
  useEffect(() => {
    if (body.state === 'closed' && isArticleGiven()) endGivenArticle()
  }, [body.state])

  useEffect(() => {
    store.start()
    return store.stop
  }, [store])

  useEffect(() => {
    if (previewToken) return
    return $reader.listen((reader) => {
      // Nobody has to be signed in to read a given article.
      if (reader.signedIn === 'out' && !isArticleGiven()) store.close()
      else if (reader.signedIn === 'in' && reader.subscription?.entitled) store.recheck()
    })
  }, [store, previewToken])

  useEffect(() => {
    /** Without this script, the button is a link to the settings. */
    async function handleRetryClick(event: MouseEvent) {
      if (!(event.target as Element).closest('[data-retry-payment]')) return
      event.preventDefault()
      setRetry({ state: 'trying' })
      setRetry(await retryPayment())
    }
    document.addEventListener('click', handleRetryClick)
    return () => document.removeEventListener('click', handleRetryClick)
  }, [])

  const wall = (
    <>
      {children}
      {retry && <RetryPaymentStatus retry={retry} />}
    </>
  )

  switch (body.state) {
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
      return (
        <div className="prose" data-article-body dangerouslySetInnerHTML={{ __html: body.html }} />
      )
    case 'gone':
      return (
        <div className={styles.unavailable}>
          <p role="alert">{body.message}</p>
        </div>
      )
    case 'unavailable':
      return (
        <div className={styles.unavailable}>
          <div role="alert">
            <p>{body.message}</p>
            <p className={styles.reassurance}>
              We’ll keep trying, and the story will appear here as soon as it loads.
            </p>
          </div>
          <button
            type="button"
            className={control.button}
            disabled={body.isTrying}
            onClick={store.tryAgain}
          >
            {body.isTrying ? 'Trying again…' : 'Try again'}
          </button>
        </div>
      )
  }
}
