import { type ReactNode, useEffect, useState } from 'react'
import { callForText } from '../../browser/api.ts'
import { readReaderHint } from '../../browser/reader-hint.ts'
import { articleBodyPath } from '../../contracts/article-body.ts'
import { fetchSubscription } from '../account/subscription-store.ts'
import styles from './paywall.module.css'

type Rest =
  /** Before the script has looked: styles show wall or placeholder by the hint. */
  | { readonly state: 'unknown' }
  | { readonly state: 'closed' }
  | { readonly state: 'open'; readonly html: string }
  /** The reader may well be entitled; we cannot look, and say so. */
  | { readonly state: 'unavailable'; readonly message: string }

async function fetchRest(slug: string): Promise<Rest> {
  const body = await callForText(articleBodyPath(slug))
  if (body.ok) return { state: 'open', html: body.value }
  if (body.failure.code === 'signed_out' || body.failure.code === 'not_entitled') {
    // The hint was out of date. The server's word corrects it, and with it header and wall; where
    // that word cannot be had either, the wall still stands.
    await fetchSubscription()
    return { state: 'closed' }
  }
  return { state: 'unavailable', message: body.failure.message }
}

/** The hint may be of another day: a reader may have subscribed since, on another device. */
async function fetchIfOpenMeanwhile(slug: string): Promise<Rest | null> {
  const subscription = await fetchSubscription()
  return subscription.ok && subscription.value.entitled ? fetchRest(slug) : null
}

/**
 * What stands after the lead-in of a closed article: the rest, or the wall that the page brings as
 * this island's child. The HTML of the rest comes from our own pipeline (content/markdown.ts).
 */
export default function Paywall({ slug, children }: { slug: string; children?: ReactNode }) {
  const [rest, setRest] = useState<Rest>({ state: 'unknown' })

  useEffect(() => {
    const hint = readReaderHint()
    if (!hint) return
    if (hint.open) void fetchRest(slug).then(setRest)
    else void fetchIfOpenMeanwhile(slug).then((found) => found && setRest(found))
  }, [slug])

  switch (rest.state) {
    case 'unknown':
      return (
        <>
          <div className={styles.placeholder} aria-hidden="true" />
          <div className={styles.unlessOpen} data-wall>
            {children}
          </div>
        </>
      )
    case 'closed':
      return <div data-wall>{children}</div>
    case 'open':
      return <div className="prose" data-rest dangerouslySetInnerHTML={{ __html: rest.html }} />
    case 'unavailable':
      return (
        <div className={styles.unavailable} role="alert">
          <p>{rest.message}</p>
          <button type="button" onClick={() => void fetchRest(slug).then(setRest)}>
            Try again
          </button>
        </div>
      )
  }
}
