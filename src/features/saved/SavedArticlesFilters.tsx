import '../../ui/filters.css'
import styles from './saved-articles.module.css'
import type { CategoryOption } from './saved-articles-view.ts'
import { type SavedArticlesView, type SortOrder, sortOrders } from './saved-articles-view.ts'

type Props = {
  view: SavedArticlesView
  /** The categories with saved articles. */
  categories: readonly CategoryOption[]
  disabled: boolean
  onViewChange: (change: Partial<SavedArticlesView>) => void
}

export function SavedArticlesFilters({ view, categories, disabled, onViewChange }: Props) {
  return (
    <search>
      <fieldset className={`${styles.tools} filters`} disabled={disabled}>
        <legend className="unseen">Filter the list</legend>
        <label className={styles.search}>
          Find
          <input
            type="search"
            name="q"
            placeholder="A word or a name"
            autoComplete="off"
            maxLength={200}
            value={view.searchText}
            onChange={(event) => onViewChange({ searchText: event.currentTarget.value })}
          />
        </label>
        <label data-chosen={view.category ? '' : undefined}>
          Category
          <select
            name="category"
            value={view.category}
            onChange={(event) => onViewChange({ category: event.currentTarget.value })}
          >
            <option value="">All categories</option>
            {/* The address may name a category without saved articles, which the reader has to be able to deselect. */}
            {view.category && !categories.some(({ slug }) => slug === view.category) && (
              <option value={view.category}>{view.category}</option>
            )}
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Order
          <select
            name="order"
            value={view.order}
            onChange={(event) => onViewChange({ order: event.currentTarget.value as SortOrder })}
          >
            {Object.entries(sortOrders).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
    </search>
  )
}
