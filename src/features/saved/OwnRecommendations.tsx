import { useRef } from 'react'
import { useMoveFocus } from '../../browser/use-move-focus.ts'
import { useQuery } from '../../browser/use-query.ts'
import { maxRecommendations } from '../../domain/profile/profile-limits.ts'
import { layOutText } from '../../domain/text-language.ts'
import { showErrorToastBottom } from '../../ui/toast.ts'
import { $profile, stopRecommending } from '../profile/profile-store.ts'
import styles from './saved-articles.module.css'

/** The recommendations on the reader's public page, whether or not the stories are saved. */
export default function OwnRecommendations() {
  const { data: profile } = useQuery($profile)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const moveFocus = useMoveFocus()
  if (!profile) return null
  const { handle, isPublic, isHidden, recommended } = profile
  if (!handle) {
    return (
      <p className={styles.recommendations}>
        <span>
          Want to recommend stories to others? <a href="/settings#profile">Set up your page</a>
        </span>
      </p>
    )
  }
  async function stop(slug: string, index: number) {
    const rows = list.current?.querySelectorAll('button') ?? []
    moveFocus(() => rows[index + 1] ?? rows[index - 1] ?? heading.current)
    const problem = await stopRecommending(slug)
    if (!problem) return
    moveFocus(null)
    showErrorToastBottom(problem)
  }
  return (
    <section className={styles.recommendations} aria-labelledby="recommendations">
      <h2 ref={heading} tabIndex={-1} id="recommendations">
        {`You recommend ${recommended.length === 1 ? 'one story' : `${recommended.length} stories`} (${maxRecommendations} at most)`}
      </h2>
      <p>
        {isPublic && !isHidden ? (
          <a href={`/reader/${handle}`}>View your page</a>
        ) : (
          <span>
            <span>
              {isHidden
                ? 'Our editors have hidden your page, so nobody can see what you recommend. '
                : 'Your page is off, so nobody can see what you recommend. '}
            </span>
            <a href="/settings#profile">Change your page</a>
          </span>
        )}
      </p>
      <ul ref={list} className="plain-list">
        {recommended.map(({ slug, title }, index) => (
          <li key={slug}>
            <a href={`/${slug}`} {...layOutText(title).attributes}>
              {title}
            </a>
            <button
              type="button"
              className={styles.action}
              aria-label={`Remove “${title}” from your recommendations`}
              onClick={() => void stop(slug, index)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
