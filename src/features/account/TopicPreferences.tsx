import { useEffect, useState } from 'react'
import { type CategorySlug, categories, categorySlugs } from '../../domain/category.ts'
import { type Tag, tagSlugs, tags } from '../../domain/tag.ts'
import Choices, { type Choice } from './Choices.tsx'
import styles from './choices.module.css'
import { answer } from './preferences-store.ts'
import { usePreferences } from './use-preferences.ts'
import { writerNames } from './writer-names.ts'

const subjects: readonly Choice<CategorySlug>[] = categorySlugs.map((value) => ({
  value,
  label: categories[value].name,
  dye: categories[value].dye,
}))
const places: readonly Choice<Tag>[] = tagSlugs.map((value) => ({ value, label: tags[value] }))

export type SuggestedWriter = {
  readonly slug: string
  readonly name: string
  readonly note?: string
}

/** What the reader turns to first: subjects, places and people, and the writers whom they follow. */
export default function TopicPreferences({
  suggested = [],
}: {
  /** Writers to choose from, beside those whom the reader follows already. */
  suggested?: readonly SuggestedWriter[]
}) {
  const { answers, isOpen } = usePreferences()
  const writers = useWriters(suggested, answers.authors)
  const change =
    <Kind extends 'categories' | 'tags' | 'authors'>(kind: Kind) =>
    (value: string, isChosen: boolean) =>
      answer({ [isChosen ? 'add' : 'remove']: { [kind]: [value] } })

  return (
    <div>
      <Choices
        title="Subjects"
        name="categories"
        kind="checkbox"
        choices={subjects}
        chosen={answers.categories}
        isOpen={isOpen}
        onChoose={change('categories')}
      />
      <Choices
        title="Places and people"
        name="tags"
        kind="checkbox"
        choices={places}
        chosen={answers.tags}
        isOpen={isOpen}
        onChoose={change('tags')}
      />
      {writers.length > 0 ? (
        <Choices
          title={suggested.length > 0 ? 'Writers' : 'Writers whom you follow'}
          name="authors"
          kind="checkbox"
          choices={writers}
          chosen={answers.authors}
          isOpen={isOpen}
          onChoose={change('authors')}
        />
      ) : (
        <div className={styles.more}>
          <h3 className={styles.title}>Writers whom you follow</h3>
          <p className={styles.nobody}>Nobody yet. Every writer’s page has a button for it.</p>
        </div>
      )}
    </div>
  )
}

/** Whoever was followed while this page is open stays on it, to be followed again. */
function useWriters(
  suggested: readonly SuggestedWriter[],
  followed: readonly string[],
): readonly Choice<string>[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  const [names, setNames] = useState<Readonly<Record<string, string>> | null>(null)
  const others = followed.filter((slug) => !suggested.some((writer) => writer.slug === slug))
  const unseen = others.filter((slug) => !seen.includes(slug))
  if (unseen.length > 0) setSeen([...seen, ...unseen])
  const isNameless = others.length > 0
  useEffect(() => {
    if (isNameless) void writerNames().then(setNames)
  }, [isNameless])
  return [
    ...suggested.map(({ slug, name, note }) => ({ value: slug, label: name, note })),
    ...[...seen, ...unseen].map((value) => ({
      value,
      // A name that is not known, or no more, can still be read in the slug.
      label: names?.[value] ?? value.replaceAll('-', ' '),
    })),
  ]
}
