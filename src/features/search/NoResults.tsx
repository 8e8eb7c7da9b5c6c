import styles from './search.module.css'
import type { FilterOption } from './search-request.ts'

type Props = {
  query: string
  hasFilters: boolean
  onClearFilters: () => void
  categories: readonly FilterOption[]
}

export function NoResults({ query, hasFilters, onClearFilters, categories }: Props) {
  return (
    <div className={styles.message}>
      {query ? (
        <p>
          We couldn’t find any stories for <q className={styles.query}>{query}</q>
          <span>{hasFilters ? ' with these filters. Try:' : '. Try:'}</span>
        </p>
      ) : (
        <p>No stories match these filters. Try:</p>
      )}
      <ul>
        {query && <li>checking the spelling</li>}
        {query && <li>using fewer words, or part of a word</li>}
        {hasFilters && (
          <li>
            <button type="button" onClick={onClearFilters}>
              searching without filters
            </button>
          </li>
        )}
        <li>
          browsing <a href="/latest">the latest stories</a>
        </li>
      </ul>
      <ul className={`${styles.categories} plain-list`} aria-label="Categories">
        {categories.map(({ value, name, accentColour }) => (
          <li key={value} data-accent={accentColour}>
            <a href={`/category/${value}`}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
