import { type SearchFilter, searchFilters } from '../../contracts/search-index.ts'
import type { Choices } from './choices.ts'
import styles from './search.module.css'
import type { SearchRequest } from './search-request.ts'

const labels: Record<SearchFilter, readonly [label: string, all: string]> = {
  category: ['Category', 'All categories'],
  tag: ['Tag', 'All tags'],
  author: ['Author', 'All authors'],
  year: ['Year', 'All years'],
}

type Props = {
  choices: Choices
  chosen: SearchRequest['filters']
  onChoose: (filter: SearchFilter, value: string | null) => void
}

/** What narrows a search. */
export function Filters({ choices, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.filters}>
      <legend className="unseen">Narrow the search</legend>
      {searchFilters.map((filter) => {
        const [label, all] = labels[filter]
        const value = chosen[filter] ?? ''
        const isKnown = choices[filter].some((choice) => choice.value === value)
        return (
          <label key={filter} data-chosen={value ? '' : undefined}>
            {label}
            <select
              name={filter}
              value={value}
              onChange={(event) => onChoose(filter, event.currentTarget.value || null)}
            >
              <option value="">{all}</option>
              {/* From an address that somebody wrote: shown, so that it can be taken back. */}
              {value && !isKnown && <option value={value}>{value}</option>}
              {choices[filter].map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.name}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </fieldset>
  )
}
