import { type SearchFilter, searchFilters } from '../../contracts/site-files/search-index.ts'
import '../../ui/filters.css'
import styles from './search.module.css'
import type { FilterOptions, SearchRequest } from './search-request.ts'

const labels: Record<SearchFilter, readonly [label: string, all: string]> = {
  category: ['Category', 'All categories'],
  tag: ['Tag', 'All tags'],
  author: ['Author', 'All authors'],
  year: ['Year', 'All years'],
}

type Props = {
  options: FilterOptions
  selected: SearchRequest['filters']
  onSelect: (filter: SearchFilter, value: string | null) => void
}

export function SearchFilters({ options, selected, onSelect }: Props) {
  return (
    <fieldset className={`${styles.filters} filters`}>
      <legend className="unseen">Filter the results</legend>
      {searchFilters.map((filter) => {
        const [label, allLabel] = labels[filter]
        const value = selected[filter] ?? ''
        const hasOption = options[filter].some((filterOption) => filterOption.value === value)
        return (
          <label key={filter} data-chosen={value ? '' : undefined}>
            <span>{label}</span>
            <select
              name={filter}
              value={value}
              onChange={(event) => onSelect(filter, event.currentTarget.value || null)}
            >
              <option value="">{allLabel}</option>
              {/* A filter from the address is shown, so that the reader can deselect it. */}
              {value && !hasOption && <option value={value}>{value}</option>}
              {options[filter].map((filterOption) => (
                <option key={filterOption.value} value={filterOption.value}>
                  {filterOption.name}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </fieldset>
  )
}
