import { useEffect, useRef } from 'react'
import type { SearchHit } from '../../browser/search-engine.ts'
import { formatDay } from '../../domain/day.ts'
import { formatList } from '../../domain/list-text.ts'
import { layOutText } from '../../domain/text-language.ts'
import { picksSlug } from '../../publication/picks.ts'
import '../../ui/covered.css'
import { highlightHit, type TextPart } from './highlight-matches.ts'
import search from './search.module.css'
import styles from './search-hits.module.css'
import type { FilterOption, FilterOptions } from './search-request.ts'
import { pageSize, type SearchResults, type SearchStore } from './search-store.ts'

type Props = {
  results: Extract<SearchResults, { state: 'found' }>
  options: FilterOptions
  onSelect: SearchStore['selectHit']
  onShowMore: () => void
}

/** Renders plain text, so that no query or article becomes markup. */
function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  )
}

function findOptions(options: readonly FilterOption[], values: readonly string[]): FilterOption[] {
  return values.flatMap((value) => options.find((option) => option.value === value) ?? [])
}

/** Editor’s Picks also have another category. */
function findCategory({ filters }: SearchHit, options: FilterOptions): FilterOption | undefined {
  const own = filters.category.filter((slug) => slug !== picksSlug)
  return findOptions(options.category, own.length > 0 ? own : filters.category)[0]
}

function Hit({
  hit,
  options,
  onSelect,
}: Pick<Props, 'options'> & { hit: SearchHit; onSelect: () => void }) {
  const { title, dek, passage } = highlightHit(hit)
  const passageText = passage?.map(({ text }) => text).join('') ?? ''
  const category = findCategory(hit, options)
  const authors = findOptions(options.author, hit.filters.author).map(({ name }) => name)
  const day = hit.filters.day[0]
  return (
    <li data-accent={category?.accentColour}>
      {day && (
        <time className={styles.day} dateTime={day}>
          {formatDay(new Date(day))}
        </time>
      )}
      {/* features/saved adds a save button to each teaser. */}
      <article className={`${styles.hit} teaser covered`}>
        {category && <p className={styles.kicker}>{category.name}</p>}
        <h3 className="headline" {...layOutText(hit.title).attributes}>
          <a href={`/${hit.slug}`} data-hit onClick={onSelect}>
            <HighlightedText parts={title} />
          </a>
        </h3>
        {dek.length > 0 && (
          <p className={styles.dek} {...layOutText(hit.dek).attributes}>
            <HighlightedText parts={dek} />
          </p>
        )}
        {passage && (
          <p className={styles.passage} {...layOutText(passageText).attributes}>
            <HighlightedText parts={passage} />
          </p>
        )}
        {authors.length > 0 && (
          <p className={`${styles.by} by`}>
            By <span translate="no">{formatList(authors)}</span>
          </p>
        )}
      </article>
    </li>
  )
}

export function SearchHits({ results: { hits, total }, options, onSelect, onShowMore }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const shownCount = useRef(hits.length)

  // The pressed button moves or disappears, so the focus moves to the first new story.
  useEffect(() => {
    const previousCount = shownCount.current
    shownCount.current = hits.length
    if (previousCount > 0 && previousCount % pageSize === 0 && hits.length > previousCount) {
      list.current!.querySelectorAll<HTMLElement>('[data-hit]')[previousCount]?.focus()
    }
  }, [hits.length])

  return (
    <>
      <ol ref={list} className={`${styles.hits} plain-list`}>
        {hits.map((hit, index) => (
          <Hit
            key={hit.slug}
            hit={hit}
            options={options}
            onSelect={() => onSelect(hit, index + 1)}
          />
        ))}
      </ol>
      {hits.length < total && (
        <button type="button" className={search.more} onClick={onShowMore}>
          Show more stories
        </button>
      )}
    </>
  )
}
