import type { Choice } from './choices.ts'
import styles from './search.module.css'

type Props = {
  query: string
  isNarrowed: boolean
  onClearFilters: () => void
  categories: readonly Choice[]
}

/** Ways on for somebody who found nothing. */
export function NothingFound({ query, isNarrowed, onClearFilters, categories }: Props) {
  return (
    <div className={styles.message}>
      {query ? (
        <p>
          No story has <q className={styles.query}>{query}</q> in its headline, its opening or its
          names{isNarrowed ? ', as narrowed above' : ''}. It may help to
        </p>
      ) : (
        <p>No story fits these filters together. It may help to</p>
      )}
      <ul>
        {query && <li>look at the spelling once more;</li>}
        {query && <li>use fewer words, or a part of one;</li>}
        {isNarrowed && (
          <li>
            <button type="button" onClick={onClearFilters}>
              look without filters
            </button>
            ;
          </li>
        )}
        <li>
          or browse <a href="/latest">the latest stories</a>.
        </li>
      </ul>
      <ul className={`${styles.categories} plain-list`} aria-label="Categories">
        {categories.map(({ value, name, dye }) => (
          <li key={value} data-dye={dye}>
            <a href={`/category/${value}`}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
