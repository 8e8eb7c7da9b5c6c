import { useStore } from '@nanostores/react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import type { ReadingHistoryItem } from '../../contracts/endpoints/reading-history-endpoints.ts'
import { findCategory } from '../../domain/category.ts'
import { formatDay } from '../../domain/day.ts'
import { getObjectPosition } from '../../domain/image/focal-point.ts'
import { getImagePath } from '../../domain/image/image-path.ts'
import { formatList } from '../../domain/list-text.ts'
import { isUnfinished } from '../../domain/reading-history/reading-depth.ts'
import { layOutText } from '../../domain/text-language.ts'
import control from '../../ui/button.module.css'
import { offerRetry } from '../../ui/offer-retry.tsx'
import { $preferences, loadPreferences } from '../settings/preferences-store.ts'
import { getResumeUrl } from './position-in-url.ts'
import { describeProgress } from './progress-text.ts'
import styles from './reading-history.module.css'
import { deleteAllHistory, deleteFromHistory, fetchHistory } from './reading-history-api.ts'
import { createHistoryStore } from './reading-history-store.ts'

export default function ReadingHistory() {
  const [store] = useState(() =>
    createHistoryStore({
      fetchHistory: () => fetchHistory(),
      deleteArticle: deleteFromHistory,
      deleteAll: deleteAllHistory,
    }),
  )
  const history = useStore(store.$history)
  const list = useRef<HTMLOListElement>(null)
  const emptyMessage = useRef<HTMLParagraphElement>(null)
  const moveFocus = useMoveFocus()

  useEffect(() => {
    // Guests see a prompt to log in instead.
    loadPreferences()
    if (document.documentElement.dataset.reader !== 'guest') void store.load()
  }, [store])

  function remove(slug: string, index: number) {
    const rows = list.current?.querySelectorAll('button') ?? []
    moveFocus(() => rows[index + 1] ?? rows[index - 1] ?? emptyMessage.current)
    void store.remove(slug)
  }

  function clear() {
    moveFocus(() => emptyMessage.current)
    void store.clear()
  }

  switch (history.state) {
    case 'loading':
      return <LoadingRows />
    case 'unavailable':
      return <div className={styles.message}>{offerRetry(history.message, store.load)}</div>
    case 'loaded':
      return (
        <>
          <p className={styles.problem} role="alert">
            {history.problem}
          </p>
          {history.articles.length === 0 ? (
            <EmptyHistory messageRef={emptyMessage} />
          ) : (
            <>
              <ol ref={list} className={styles.list}>
                {history.articles.map((article, index) => (
                  <HistoryRow
                    key={article.slug}
                    article={article}
                    onRemove={() => remove(article.slug, index)}
                  />
                ))}
              </ol>
              <ClearHistory onClear={clear} />
            </>
          )}
        </>
      )
  }
}

function HistoryRow({
  article: { slug, title, category, authors, image, depth, lastReadAt },
  onRemove,
}: {
  article: ReadingHistoryItem
  onRemove: () => void
}) {
  const found = findCategory(category)
  const href = isUnfinished(depth) ? getResumeUrl(slug, depth) : `/${slug}`
  return (
    <li className={styles.row} data-accent={found?.accentColour}>
      <div className={styles.text}>
        <p className={styles.kicker}>{found?.name}</p>
        <h2 {...layOutText(title).attributes}>
          <a href={href}>{title}</a>
        </h2>
        <p className={styles.quiet}>{formatList(authors)}</p>
        <p className={styles.quiet}>
          <span>{describeProgress(depth)}</span> <span>{formatDay(new Date(lastReadAt))}</span>
        </p>
      </div>
      <img
        className={styles.image}
        src={getImagePath(image.id, 384)}
        width={384}
        height={256}
        alt=""
        style={{ objectPosition: getObjectPosition(image.focus) }}
        loading="lazy"
        decoding="async"
      />
      <button type="button" className={styles.remove} onClick={onRemove}>
        Remove<span className="unseen">{` ${title}`}</span>
      </button>
    </li>
  )
}

function ClearHistory({ onClear }: { onClear: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const clearButton = useRef<HTMLButtonElement>(null)
  const confirmation = useRef<HTMLParagraphElement>(null)
  const moveFocus = useMoveFocus()

  function ask() {
    moveFocus(() => confirmation.current)
    setIsConfirming(true)
  }

  function keep() {
    moveFocus(() => clearButton.current)
    setIsConfirming(false)
  }

  if (!isConfirming) {
    return (
      <p className={styles.clear}>
        <button ref={clearButton} type="button" className={control.button} onClick={ask}>
          Clear reading history
        </button>
      </p>
    )
  }
  return (
    <div className={styles.clear}>
      <p ref={confirmation} tabIndex={-1}>
        Your reading history will be deleted on all your devices. This can’t be undone.
      </p>
      <p className={styles.actions}>
        <button type="button" className={control.primary} onClick={onClear}>
          Clear history
        </button>
        <button type="button" className={control.button} onClick={keep}>
          Keep history
        </button>
      </p>
    </div>
  )
}

function EmptyHistory({ messageRef }: { messageRef: Ref<HTMLParagraphElement> }) {
  const { storage, preferences } = useStore($preferences)

  if (storage === 'loading') return <LoadingRows />
  // While the server can't be reached, it isn't known whether the history is on.
  if (storage !== 'unavailable' && !preferences.isHistoryEnabled) {
    return (
      <div className={styles.message}>
        <p ref={messageRef} tabIndex={-1} className={styles.empty}>
          Your reading history is off.
        </p>
        <p>
          Turn it on in <a href="/settings">your account</a>, and this page will list what you read.
        </p>
      </div>
    )
  }
  return (
    <div className={styles.message}>
      <p ref={messageRef} tabIndex={-1} className={styles.empty}>
        Your reading history is empty.
      </p>
      <p>
        When your reading history is on, this page lists what you’ve read, and the front page lets
        you continue where you left off. You can turn your history on or off in{' '}
        <a href="/settings">your account</a>.
      </p>
    </div>
  )
}

/** Placeholders are as tall as real rows. */
function LoadingRows() {
  return (
    <ol className={styles.list} aria-busy="true" aria-label="Loading your reading history">
      {[0, 1, 2].map((row) => (
        <li key={row} className={styles.row}>
          <div className={styles.text}>
            <span className={styles.line} />
            <span className={styles.line} />
          </div>
          <span className={styles.image} />
        </li>
      ))}
    </ol>
  )
}
