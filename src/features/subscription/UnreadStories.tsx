import { useEffect, useState } from 'react'
import { callForJson } from '../../browser/api.ts'
import { createRetry } from '../../browser/retry.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { type StoryToChoose, storiesToChoosePath } from '../../contracts/for-you.ts'
import type { ReadingResponse } from '../../contracts/reading.ts'
import type { Likings } from '../../domain/answers.ts'
import { categories } from '../../domain/category.ts'
import { $preferences, openPreferences } from '../account/preferences-store.ts'
import styles from './unread.module.css'
import { chooseUnread, unreadShown } from './unread.ts'

type Stories = readonly StoryToChoose[]

/** What the reader likes, as soon as it is known; that it cannot be known is an answer as well. */
function likings(): Promise<Likings> {
  openPreferences()
  return new Promise((resolve) => {
    const stop = $preferences.subscribe(({ keeping, answers }) => {
      if (keeping === 'starting') return
      resolve(answers)
      queueMicrotask(() => stop())
    })
  })
}

/** Where the history cannot be asked, what was read may be among them: better than none. */
async function slugsRead(): Promise<ReadonlySet<string>> {
  const read = await callForJson<ReadingResponse>('GET', endpoints.reading)
  return new Set(read.ok ? read.value.articles.map(({ slug }) => slug) : [])
}

async function choose(): Promise<Stories> {
  const [stories, likes, read] = await Promise.all([
    fetch(storiesToChoosePath).then((answer): Promise<Stories> => answer.json()),
    likings(),
    slugsRead(),
  ])
  return chooseUnread(stories, likes, read)
}

const listOfNames = new Intl.ListFormat('en-GB')

/** Stories that the reader may have missed. Their room is kept, so that nothing moves when they come. */
export default function UnreadStories() {
  const [stories, setStories] = useState<Stories | null>(null)
  const [isAway, setIsAway] = useState(false)

  useEffect(() => {
    const retry = createRetry(load)
    function load() {
      choose().then(
        (chosen) => {
          setStories(chosen)
          setIsAway(false)
        },
        () => {
          setIsAway(true)
          retry.schedule()
        },
      )
    }
    load()
    return retry.reset
  }, [])

  if (isAway) return <p role="alert">These stories cannot be fetched right now.</p>
  if (stories?.length === 0)
    return <p>You have read everything of late. There is nothing to add.</p>
  const rows: readonly (StoryToChoose | null)[] =
    stories ?? Array.from({ length: unreadShown }, () => null)
  return (
    <ul className={`${styles.stories} plain-list`} aria-busy={stories === null}>
      {rows.map((story, place) => (
        <li key={place} data-dye={story ? categories[story.categories[0]!].dye : undefined}>
          {story && <Story {...story} />}
        </li>
      ))}
    </ul>
  )
}

function Story({ slug, title, names, categories: [category] }: StoryToChoose) {
  return (
    <>
      <p className={styles.kicker}>{categories[category!].name}</p>
      <h2>
        <a href={`/${slug}`}>{title}</a>
      </h2>
      <p className={styles.by}>By {listOfNames.format(names)}</p>
    </>
  )
}
