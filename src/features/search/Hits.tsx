import { useEffect, useRef } from 'react'
import type { SearchHit } from '../../browser/search-engine.ts'
import { dayInWords } from '../../domain/day.ts'
import type { Choice, Choices } from './choices.ts'
import { highlight, type Piece } from './highlight.ts'
import styles from './hits.module.css'
import search from './search.module.css'
import { hitsAtOnce, type SearchResults, type SearchStore } from './search-store.ts'

type Props = {
  results: Extract<SearchResults, { state: 'found' }>
  choices: Choices
  onSelect: SearchStore['select']
  onMore: () => void
}

/** React writes the words as text: nothing of a query or an article becomes markup. */
function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : text,
  )
}

function named(choices: readonly Choice[], values: readonly string[]): Choice[] {
  return values.flatMap((value) => choices.find((choice) => choice.value === value) ?? [])
}

/** Editor’s Picks are a choice of stories that have a category of their own as well. */
function categoryOf({ filters }: SearchHit, choices: Choices): Choice | undefined {
  const own = filters.category.filter((slug) => slug !== 'editors-picks')
  return named(choices.category, own.length > 0 ? own : filters.category)[0]
}

function Hit({
  hit,
  choices,
  onSelect,
}: Pick<Props, 'choices'> & { hit: SearchHit; onSelect: () => void }) {
  const { title, dek, passage } = highlight(hit)
  const category = categoryOf(hit, choices)
  const authors = named(choices.author, hit.filters.author).map(({ name }) => name)
  const day = hit.filters.day[0]
  return (
    <li data-dye={category?.dye}>
      {day && (
        <time className={styles.day} dateTime={day}>
          {dayInWords(new Date(day))}
        </time>
      )}
      {/* By these names it is a story in a list, which readers can save (features/saved). */}
      <article className={`${styles.hit} teaser`}>
        {category && <p className={styles.kicker}>{category.name}</p>}
        <h3 className="headline">
          <a href={`/${hit.slug}`} data-hit onClick={onSelect}>
            <Marked pieces={title} />
          </a>
        </h3>
        <p className={styles.dek}>
          <Marked pieces={dek} />
        </p>
        {passage && (
          <p className={styles.passage}>
            <Marked pieces={passage} />
          </p>
        )}
        {authors.length > 0 && <p className={`${styles.by} by`}>By {authors.join(', ')}</p>}
      </article>
    </li>
  )
}

/** What was found, ten at a time. */
export function Hits({ results: { hits, total }, choices, onSelect, onMore }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const shown = useRef(hits.length)

  // The button that was pressed moves away or goes: the focus follows to the first new story.
  useEffect(() => {
    const before = shown.current
    shown.current = hits.length
    if (before > 0 && before % hitsAtOnce === 0 && hits.length > before) {
      list.current!.querySelectorAll<HTMLElement>('[data-hit]')[before]?.focus()
    }
  }, [hits.length])

  return (
    <>
      <ol ref={list} className={`${styles.hits} plain-list`}>
        {hits.map((hit, index) => (
          <Hit
            key={hit.slug}
            hit={hit}
            choices={choices}
            onSelect={() => onSelect(hit, index + 1)}
          />
        ))}
      </ol>
      {hits.length < total && (
        <button type="button" className={search.more} onClick={onMore}>
          Show more stories
        </button>
      )}
    </>
  )
}
