import type { CategoryChoice } from './category-choice.ts'
import styles from './shelf.module.css'
import { type Order, orders, type ShelfView } from './shelf-view.ts'

type Props = {
  view: ShelfView
  /** Those of which there is something. */
  categories: readonly CategoryChoice[]
  disabled: boolean
  onNarrow: (change: Partial<ShelfView>) => void
}

/** What narrows the list and orders it. */
export function ShelfTools({ view, categories, disabled, onNarrow }: Props) {
  return (
    <search>
      <fieldset className={styles.tools} disabled={disabled}>
        <legend className="unseen">Narrow the list</legend>
        <label className={styles.find}>
          Find
          <input
            type="search"
            name="q"
            placeholder="A word or a name"
            autoComplete="off"
            maxLength={200}
            value={view.words}
            onChange={(event) => onNarrow({ words: event.currentTarget.value })}
          />
        </label>
        <label data-chosen={view.category ? '' : undefined}>
          Category
          <select
            name="category"
            value={view.category}
            onChange={(event) => onNarrow({ category: event.currentTarget.value })}
          >
            <option value="">All categories</option>
            {/* From an address, and nothing is saved of it any more: it can be taken back. */}
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
            onChange={(event) => onNarrow({ order: event.currentTarget.value as Order })}
          >
            {Object.entries(orders).map(([order, name]) => (
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
