import { useEffect, useState } from 'react'
import { type CategorySlug, categorySlugs } from '../../domain/category.ts'
import type { Tag } from '../../domain/tag.ts'
import { categories } from '../../publication/sections.ts'
import ChoiceList, { type Choice } from './ChoiceList.tsx'
import styles from './choice-list.module.css'
import { updatePreferences } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'
import { fetchWriterNames } from './writer-names.ts'

const categoryChoices: readonly Choice<CategorySlug>[] = categorySlugs.map((value) => ({
  value,
  label: categories[value].name,
  accentColour: categories[value].accentColour,
}))

export type SuggestedWriter = {
  readonly slug: string
  readonly name: string
  readonly note?: string
}

export default function TopicPreferences({
  tags,
  suggested = [],
}: {
  /** The publication's tags. */
  tags: readonly Tag[]
  /** Suggested writers, in addition to those that the reader follows. */
  suggested?: readonly SuggestedWriter[]
}) {
  const { storage, preferences, isReady } = usePreferences()
  const writers = useWriters(suggested, preferences.authors)
  const createChangeHandler =
    <Kind extends 'categories' | 'tags' | 'authors'>(kind: Kind) =>
    (value: string, isChosen: boolean) =>
      updatePreferences({ [isChosen ? 'add' : 'remove']: { [kind]: [value] } })

  return (
    <div>
      <ChoiceList
        title="Subjects"
        name="categories"
        kind="checkbox"
        choices={categoryChoices}
        chosen={preferences.categories}
        isOpen={isReady}
        onChoose={createChangeHandler('categories')}
      />
      <ChoiceList
        title="Places and people"
        name="tags"
        kind="checkbox"
        choices={tags.map(({ slug, name }) => ({ value: slug, label: name }))}
        chosen={preferences.tags}
        isOpen={isReady}
        onChoose={createChangeHandler('tags')}
      />
      {writers.length > 0 ? (
        <ChoiceList
          title={suggested.length > 0 ? 'Writers' : 'Writers you follow'}
          name="authors"
          kind="checkbox"
          choices={writers}
          chosen={preferences.authors}
          isOpen={isReady}
          onChoose={createChangeHandler('authors')}
        />
      ) : (
        <div className={styles.more}>
          <h3 className={styles.title}>Writers you follow</h3>
          {isReady && (
            <p className={styles.empty}>
              You don’t follow anyone yet. Every writer’s page has a Follow button.
            </p>
          )}
          {storage === 'unavailable' && (
            <p className={styles.empty}>
              We can’t load your preferences right now. We’ll keep trying.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** Writers unfollowed on this page stay listed. */
function useWriters(
  suggested: readonly SuggestedWriter[],
  followed: readonly string[],
): readonly Choice<string>[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  const [names, setNames] = useState<Readonly<Record<string, string>> | null>(null)
  const others = followed.filter((slug) => !suggested.some((writer) => writer.slug === slug))
  const unseen = others.filter((slug) => !seen.includes(slug))
  if (unseen.length > 0) setSeen([...seen, ...unseen])
  const needsNames = others.length > 0
  useEffect(() => {
    if (needsNames) void fetchWriterNames().then(setNames)
  }, [needsNames])
  return [
    ...suggested.map(({ slug, name, note }) => ({ value: slug, label: name, note })),
    ...[...seen, ...unseen].map((value) => ({
      value,
      // If a writer's name is unknown, the slug is shown, which is readable too.
      label: names?.[value] ?? value.replaceAll('-', ' '),
    })),
  ]
}
