import { useQuery } from '../../browser/use-query.ts'
import { useTask } from '../../browser/use-task.ts'
import type { SavedArticle } from '../../contracts/endpoints/saved-articles-endpoints.ts'
import { showErrorToastBottom } from '../../ui/toast.ts'
import { $profile, recommendStory, stopRecommending } from '../profile/profile-store.ts'
import styles from './saved-articles.module.css'

/** A button to recommend a story, for readers who have set up a public page. */
export default function RecommendButton({ item: { slug, title } }: { item: SavedArticle }) {
  const { data: profile } = useQuery($profile)
  const task = useTask()
  if (!profile?.handle) return null
  const isRecommended = profile.recommended.some((one) => one.slug === slug)

  const label = isRecommended ? 'Stop recommending' : 'Recommend'

  async function toggle() {
    const problem = await (isRecommended ? stopRecommending(slug) : recommendStory(slug))
    if (problem) showErrorToastBottom(problem)
    return ''
  }

  return (
    <button
      type="button"
      className={styles.action}
      aria-label={`${label} “${title}”`}
      disabled={task.isPending}
      onClick={() => task.run(toggle)}
    >
      {label}
    </button>
  )
}
