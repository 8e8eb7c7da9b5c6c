import { useStore } from '@nanostores/react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import control from '../../ui/button.module.css'
import { formatStoryCount } from '../../ui/shared-text.ts'
import { prepareToasts } from '../../ui/toast.ts'
import OwnRecommendations from './OwnRecommendations.tsx'
import { SavedArticlesFilters } from './SavedArticlesFilters.tsx'
import { PlaceholderRow, SavedRow } from './SavedRow.tsx'
import styles from './saved-articles.module.css'
import { isNewPress, savedStore, startSaved, toggleSaved } from './saved-articles.ts'
import {
  type CategoryOption,
  defaultView,
  filterAndSort,
  formatViewQuery,
  isFiltered,
  parseViewQuery,
} from './saved-articles-view.ts'
import type { SavedListState } from './saved-store.ts'

const initialList: SavedListState = { items: null, isLoading: false, failure: null }

const placeholderRows = [1, 2, 3, 4]

/** Shows this device's list, then the server's. `children` is for an empty list. */
export default function SavedArticles({
  categories,
  children,
}: {
  categories: readonly CategoryOption[]
  children?: ReactNode
}) {
  const listState = useStore(savedStore.$listState)
  const slugs = useStore(savedStore.$slugs)
  const [view, setView] = useState(defaultView)
  const [isStarted, setIsStarted] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    startSaved()
    void prepareToasts()
    setView(parseViewQuery(location.search))
    setIsStarted(true)
    void savedStore.refresh()
  }, [])

  // The first render has to match the built page.
  const { items: loadedItems, isLoading, failure } = isStarted ? listState : initialList
  // Articles saved in another tab aren't on the list yet.
  const isIncomplete =
    loadedItems !== null && slugs.some((slug) => !loadedItems.some((item) => item.slug === slug))
  useEffect(() => {
    if (isIncomplete && !failure) void savedStore.refresh()
  }, [isIncomplete, failure])

  function changeView(change: Partial<typeof view>) {
    const next = { ...view, ...change }
    setView(next)
    history.replaceState(history.state, '', location.pathname + formatViewQuery(next))
  }

  function remove(event: MouseEvent, slug: string, index: number) {
    // The whole list shares one key, because another row is under the pointer after a removal.
    if (!isNewPress(event, 'reading-list')) return
    toggleSaved(slug)
    // The pressed button is gone, so the focus moves to the next story.
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = rows[index + 1] ?? rows[index - 1] ?? heading.current
    next?.focus()
  }

  const currentItems = loadedItems?.filter((item) => slugs.includes(item.slug)) ?? null
  const visibleItems = currentItems && filterAndSort(currentItems, view)
  const usedCategories = categories.filter(({ slug }) =>
    currentItems?.some((item) => item.state === 'published' && item.category === slug),
  )
  const statusText = !currentItems
    ? failure
      ? 'We can’t load your stories right now'
      : 'Loading your stories…'
    : isFiltered(view)
      ? `${visibleItems!.length} of ${formatStoryCount(currentItems.length)}`
      : formatStoryCount(currentItems.length)

  if (currentItems?.length === 0 && !isIncomplete)
    return (
      <div className={styles.savedArticles}>
        {children}
        <OwnRecommendations />
      </div>
    )
  return (
    <div className={styles.savedArticles}>
      <SavedArticlesFilters
        view={view}
        categories={usedCategories}
        disabled={!currentItems}
        onViewChange={changeView}
      />
      <div className={styles.heading} role="status">
        <h2 ref={heading} tabIndex={-1} className={styles.count}>
          {statusText}
        </h2>
      </div>
      {failure && (
        <div className={styles.failure}>
          <p>
            {currentItems
              ? `This list is stored on this device and may be out of date. ${failure.message}`
              : failure.message}
          </p>
          <button
            type="button"
            className={control.button}
            disabled={isLoading}
            onClick={() => void savedStore.refresh()}
          >
            {isLoading ? 'Trying again…' : 'Try again'}
          </button>
        </div>
      )}
      {!(failure && !currentItems) && (
        <ol ref={list} className={`${styles.rows} plain-list`}>
          {!visibleItems && placeholderRows.map((index) => <PlaceholderRow key={index} />)}
          {visibleItems?.map((item, index) => (
            <SavedRow
              key={item.slug}
              item={item}
              category={
                item.state === 'published'
                  ? categories.find(({ slug }) => slug === item.category)
                  : undefined
              }
              onRemove={(event) => remove(event, item.slug, index)}
            />
          ))}
        </ol>
      )}
      {visibleItems && <OwnRecommendations />}
      {visibleItems?.length === 0 && (
        <div className={styles.noMatches}>
          <p>None of your saved stories match.</p>
          <button
            type="button"
            className={control.button}
            onClick={() => changeView({ searchText: '', category: '' })}
          >
            Show all stories
          </button>
        </div>
      )}
    </div>
  )
}
