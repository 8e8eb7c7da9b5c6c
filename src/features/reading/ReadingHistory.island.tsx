import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ReadingItem } from '../../contracts/reading.ts'
import { categories } from '../../domain/category.ts'
import { dayInWords } from '../../domain/day.ts'
import { pictureAddress } from '../../domain/picture-address.ts'
import { isUnfinished } from '../../domain/reading-depth.ts'
import control from '../../ui/control.module.css'
import { createHistoryStore } from './history-store.ts'
import { partRead } from './part-read.ts'
import { addressToReadOn } from './place-in-address.ts'
import styles from './reading-history.module.css'
import { fetchReading, forget, forgetAll } from './reading-list.ts'

/** What the reader has read, the last first: to go on with, and to have forgotten. */
export default function ReadingHistory() {
  const [store] = useState(() =>
    createHistoryStore({ fetchReading: () => fetchReading(), forget, forgetAll }),
  )
  const history = useStore(store.$history)

  useEffect(() => {
    // The page is in the browser of guests as well, who are told something else.
    if (document.documentElement.dataset.reader !== 'guest') void store.load()
  }, [store])

  switch (history.state) {
    case 'loading':
      return <Waiting />
    case 'away':
      return (
        <div className={styles.nothing}>
          <p role="alert">{history.message}</p>
          <button type="button" className={control.button} onClick={store.load}>
            Try again
          </button>
        </div>
      )
    case 'here':
      return (
        <>
          <p className={styles.problem} role="alert">
            {history.problem}
          </p>
          {history.articles.length === 0 ? (
            <Nothing />
          ) : (
            <>
              <ol className={styles.list}>
                {history.articles.map((article) => (
                  <Row key={article.slug} article={article} onRemove={store.remove} />
                ))}
              </ol>
              <Clear onClear={store.clear} />
            </>
          )}
        </>
      )
  }
}

function Row({
  article: { slug, title, category, authors, image, depth, lastReadAt },
  onRemove,
}: {
  article: ReadingItem
  onRemove: (slug: string) => void
}) {
  const { name, dye } = categories[category]
  const href = isUnfinished(depth) ? addressToReadOn(slug, depth) : `/${slug}`
  return (
    <li className={styles.row} data-dye={dye}>
      <div className={styles.words}>
        <p className={styles.kicker}>{name}</p>
        <h2>
          <a href={href}>{title}</a>
        </h2>
        <p className={styles.quiet}>{authors.join(', ')}</p>
        <p className={styles.quiet}>
          <span>{partRead(depth)}</span> <span>{dayInWords(new Date(lastReadAt))}</span>
        </p>
      </div>
      <img
        className={styles.picture}
        src={pictureAddress(image.id, 384)}
        width={384}
        height={256}
        alt=""
        loading="lazy"
        decoding="async"
      />
      <button type="button" className={styles.remove} onClick={() => onRemove(slug)}>
        Forget<span className="unseen"> {title}</span>
      </button>
    </li>
  )
}

/** Asks once more: what is forgotten does not come back. */
function Clear({ onClear }: { onClear: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (isAsking) question.current?.focus()
  }, [isAsking])

  if (!isAsking) {
    return (
      <p className={styles.clear}>
        <button type="button" className={control.button} onClick={() => setIsAsking(true)}>
          Forget all of it
        </button>
      </p>
    )
  }
  return (
    <div className={styles.clear}>
      <p ref={question} tabIndex={-1}>
        All that you have read is forgotten, here and on your other devices, and does not come back.
      </p>
      <p className={styles.ways}>
        <button type="button" className={control.primary} onClick={onClear}>
          Forget it
        </button>
        <button type="button" className={control.button} onClick={() => setIsAsking(false)}>
          Keep it
        </button>
      </p>
    </div>
  )
}

function Nothing() {
  return (
    <div className={styles.nothing}>
      <p className={styles.empty}>Nothing is noted here.</p>
      <p>
        Where you allow it, this page lists what you have read, and the front page offers what you
        have begun. <a href="/settings">Your account</a> has the choice; it can be taken back at any
        time.
      </p>
    </div>
  )
}

/** As tall as rows are, so that little moves when they come. */
function Waiting() {
  return (
    <ol className={styles.list} aria-busy="true" aria-label="What you have read is on its way">
      {[0, 1, 2].map((row) => (
        <li key={row} className={styles.row}>
          <div className={styles.words}>
            <span className={styles.line} />
            <span className={styles.line} />
          </div>
          <span className={styles.picture} />
        </li>
      ))}
    </ol>
  )
}
