import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { call, callForText } from '../../browser/api.ts'
import { getBotCheckToken } from '../../browser/bot-check.ts'
import { readReaderHint } from '../../browser/reader-hint.ts'
import { createRetry } from '../../browser/retry.ts'
import { acceptStoryPass, endStoryPass, hasStoryPass } from '../../browser/story-pass.ts'
import { describeVisit } from '../../browser/visit-attribution.ts'
import { trackView } from '../../contracts/analytics/tracked-elements.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import control from '../../ui/button.module.css'
import { type RetryState, retryPayment } from '../billing/retry-payment-store.ts'
import { $reader, fetchSubscription, getSubscription } from '../session/subscription-store.ts'
import { createArticleBodyStore, type ExpectedAccess } from './article-body-store.ts'
import MeteredWall from './MeteredWall.tsx'
import styles from './paywall.module.css'
import RetryPaymentStatus from './RetryPaymentStatus.tsx'
import { createWallStore } from './wall-store.ts'
import { getUnpaidChoices, issueWallText, wallText } from './wall-text.ts'

type Props = {
  slug: string
  /** Issues of The Weekly are never metered. */
  kind?: 'article' | 'issue'
  isMetered: boolean
  /** For a draft, which opens for everyone who has its link. */
  previewToken?: string | undefined
  children?: ReactNode
}

function createStores({ slug, kind = 'article', isMetered, previewToken }: Props) {
  function expectAccess(): ExpectedAccess {
    if (previewToken || hasStoryPass()) return 'open'
    const hint = readReaderHint()
    return hint?.open ? 'open' : hint ? 'perhaps' : 'closed'
  }
  const bodyStore = createArticleBodyStore({
    expectAccess,
    fetchBody() {
      if (kind === 'issue') return callForText('GET /api/issues/:slug/body', { slug })
      return previewToken
        ? callForText('GET /api/preview/:slug/body', { slug, token: previewToken })
        : callForText('GET /api/articles/:slug/body', { slug })
    },
    currentSubscription: getSubscription,
    fetchSubscription,
    createRetry,
  })
  const wallStore = createWallStore({
    fetchWall: () => call('GET /api/articles/:slug/wall', { slug }),
    sendUnlock: (request) =>
      call('POST /api/articles/:slug/unlock', {
        slug,
        ...request,
        ...(request.way === 'free' ? {} : describeVisit()),
      }),
    getBotCheckToken: () => getBotCheckToken(botCheckActions.unlock),
    createRetry,
    track,
    async onOpen(until) {
      if (until) acceptStoryPass(slug, until)
      await bodyStore.load()
    },
  })
  /** The page may not know yet that the story is open. */
  const askForWall = () => {
    if (isMetered && expectAccess() !== 'open') void wallStore.load()
  }
  return { bodyStore, wallStore, askForWall }
}

/** Shows the closed part, or the wall. Its child is the wall until the server has said what it offers. */
export default function Paywall(props: Props) {
  const { slug, kind, isMetered, previewToken, children } = props
  const [{ bodyStore, wallStore, askForWall }] = useState(() => createStores(props))
  const body = useStore(bodyStore.$articleBody)
  const wall = useStore(wallStore.$wall)
  const reader = useStore($reader)
  const detail = reader.signedIn === 'in' ? reader.subscription?.detail : undefined
  const choices = wall.choices ?? getUnpaidChoices(detail)
  const [retry, setRetry] = useState<RetryState | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [isRoomKept, setIsRoomKept] = useState(isMetered)

  // After a refusal too: the unlock has ended, or the link was revoked or has expired.
  useEffect(() => {
    if (body.state === 'closed' && hasStoryPass()) endStoryPass(slug)
    if (body.state === 'unknown' || body.state === 'closed') askForWall()
  }, [body.state, slug, askForWall])

  useEffect(() => {
    bodyStore.start()
    return () => {
      bodyStore.stop()
      wallStore.stop()
    }
  }, [bodyStore, wallStore])

  useEffect(() => {
    if (previewToken) return
    return $reader.listen((reader) => {
      // Nobody has to be signed in to read a story by a pass.
      if (reader.signedIn === 'out' && !hasStoryPass()) bodyStore.close()
      else if (reader.signedIn === 'in' && reader.subscription?.entitled) bodyStore.recheck()
    })
  }, [bodyStore, previewToken])

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

  // Once the choices are shown, the room is given up where everything below them is below the window: nothing visible
  // moves.
  useLayoutEffect(() => {
    const shown = wall.choices && frame.current?.firstElementChild
    if (shown && shown.getBoundingClientRect().bottom >= innerHeight) setIsRoomKept(false)
  }, [wall.choices])

  const isAsking = isMetered && !wall.choices && !wall.isUnavailable
  const frameClasses = [
    isRoomKept && styles.reserved,
    isAsking && styles.asking,
    wall.pending && styles.opening,
  ]
  // Until they are known, the wall is counted without its options.
  const view =
    isMetered && wall.isUnavailable && !wall.choices ? trackView('Paywall Viewed', { slug }) : {}
  const shownWall = (
    <>
      <div
        ref={frame}
        className={frameClasses.filter(Boolean).join(' ')}
        data-wall
        data-screen-only
        {...view}
      >
        {choices ? (
          <MeteredWall slug={slug} choices={choices} wall={wall} unlock={wallStore.unlock} />
        ) : (
          children
        )}
        {retry && <RetryPaymentStatus retry={retry} />}
      </div>
      <p className={styles.onPaper} data-print-only>
        {kind === 'issue' ? issueWallText.onPaper : wallText.onPaper}
      </p>
    </>
  )

  switch (body.state) {
    case 'unknown':
      return (
        <>
          {!wall.pending && <div className={styles.placeholder} aria-hidden="true" />}
          <div className={wall.pending ? undefined : styles.unlessOpen}>{shownWall}</div>
        </>
      )
    case 'closed':
      return shownWall
    case 'open':
      return <OpenBody html={body.html} takesFocus={wall.pending !== null} />
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
            onClick={bodyStore.tryAgain}
          >
            {body.isTrying ? 'Trying again…' : 'Try again'}
          </button>
        </div>
      )
  }
}

/** The HTML is from our own pipeline (content/markdown.ts). After an unlock, the button with the focus is gone. */
function OpenBody({ html, takesFocus }: { html: string; takesFocus: boolean }) {
  const body = useRef<HTMLDivElement>(null)
  const [isUnlocked] = useState(takesFocus)

  useLayoutEffect(() => {
    if (!isUnlocked) return
    body.current!.focus({ preventScroll: true })
    // The page stays where it is, unless the story would begin above the window.
    if (body.current!.getBoundingClientRect().top < 0) body.current!.scrollIntoView()
  }, [isUnlocked])

  return (
    <div
      ref={body}
      className={`prose ${styles.body}`}
      data-article-body
      {...(isUnlocked && { tabIndex: -1 })}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
