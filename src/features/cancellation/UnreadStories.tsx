import { useEffect, useState } from 'react'
import { call } from '../../browser/api.ts'
import { createRetry } from '../../browser/retry.ts'
import {
  type CandidateStory,
  recommendationCandidatesPath,
} from '../../contracts/site-files/recommendation-candidates.ts'
import { findCategory } from '../../domain/category.ts'
import { formatByline } from '../../domain/list-text.ts'
import type { TopicPreferences } from '../../domain/preferences/preferences.ts'
import '../../ui/covered.css'
import { storiesUnavailable } from '../../ui/shared-text.ts'
import { $preferences, loadPreferences } from '../settings/preferences-store.ts'
import styles from './unread-stories.module.css'
import { selectUnread, unreadStoryCount } from './unread-stories.ts'

type Stories = readonly CandidateStory[]

/** Resolves to no preferences if they can't be loaded. */
function waitForPreferences(): Promise<TopicPreferences> {
  loadPreferences()
  return new Promise((resolve) => {
    const stop = $preferences.subscribe(({ storage, preferences }) => {
      if (storage === 'loading') return
      resolve(preferences)
      queueMicrotask(() => stop())
    })
  })
}

/** Without the history, stories that were read may be among the suggestions. */
async function fetchReadSlugs(): Promise<ReadonlySet<string>> {
  const read = await call('GET /api/reading-history')
  return new Set(read.ok ? read.value.articles.map(({ slug }) => slug) : [])
}

async function loadUnreadStories(): Promise<Stories> {
  const [stories, preferences, read] = await Promise.all([
    fetch(recommendationCandidatesPath).then((response): Promise<Stories> => response.json()),
    waitForPreferences(),
    fetchReadSlugs(),
  ])
  return selectUnread(stories, preferences, read)
}

export default function UnreadStories() {
  const [stories, setStories] = useState<Stories | null>(null)
  const [isUnavailable, setIsUnavailable] = useState(false)

  useEffect(() => {
    const retry = createRetry(load)
    function load() {
      loadUnreadStories().then(
        (loaded) => {
          setStories(loaded)
          setIsUnavailable(false)
        },
        () => {
          setIsUnavailable(true)
          retry.schedule()
        },
      )
    }
    load()
    return retry.reset
  }, [])

  if (isUnavailable) return <p role="alert">{storiesUnavailable} We’ll keep trying.</p>
  if (stories?.length === 0) return <p>You’ve read all our recent stories.</p>
  const rows: readonly (CandidateStory | null)[] =
    stories ?? Array.from({ length: unreadStoryCount }, () => null)
  return (
    <ul className={`${styles.stories} plain-list`} aria-busy={stories === null}>
      {rows.map((story, index) => (
        <li
          key={index}
          className="covered"
          data-accent={findCategory(story?.categories[0])?.accentColour}
        >
          {story && <StoryTeaser {...story} />}
        </li>
      ))}
    </ul>
  )
}

function StoryTeaser({ slug, title, ...story }: CandidateStory) {
  return (
    <>
      <p className={styles.kicker}>{findCategory(story.categories[0])?.name}</p>
      <h2 {...story.titleAttributes}>
        <a href={`/${slug}`}>{title}</a>
      </h2>
      <p className={styles.byline}>{formatByline(story.authorNames)}</p>
    </>
  )
}
