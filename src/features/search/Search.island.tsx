import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { openSearchEngine } from '../../browser/search-engine.ts'
import { searchFilters } from '../../contracts/site-files/search-index.ts'
import { formatStoryCount } from '../../ui/shared-text.ts'
import { findArrowKeyTarget } from './arrow-key-focus.ts'
import { NoResults } from './NoResults.tsx'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchHits } from './SearchHits.tsx'
import styles from './search.module.css'
import type { FilterOptions } from './search-request.ts'
import { maxQueryLength, searchPath } from './search-request.ts'
import { createSearchStore } from './search-store.ts'

const createStore = () =>
  createSearchStore({
    openEngine: openSearchEngine,
    address: {
      read: () => location.search,
      write: (address, mode) => history[`${mode}State`](null, '', address),
    },
    onSelect: (selected) => track('Search Result Selected', selected),
    onFailure: (error) => console.error(error),
  })

/** The search. Without its script, it is a form that opens this page. `children` are the latest stories. */
export default function Search({
  options,
  children,
}: {
  options: FilterOptions
  children?: ReactNode
}) {
  const [store] = useState(createStore)
  const typed = useStore(store.$typedText)
  const filters = useStore(store.$filters)
  const results = useStore(store.$results)
  const inputRef = useRef<HTMLInputElement>(null)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const rootRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Keeps what was typed and selected before hydration.
    const initialForm = new FormData(inputRef.current!.form!)
    const typedBeforeHydration = store.$typedText.get() || inputRef.current!.value
    store.syncFromAddress()
    if (document.activeElement === inputRef.current) store.loadEngine()
    if (typedBeforeHydration && typedBeforeHydration !== store.$typedText.get())
      store.setTypedText(typedBeforeHydration)
    for (const filter of searchFilters) {
      const value = initialForm.get(filter)
      if (value) store.setFilter(filter, String(value))
    }
    addEventListener('popstate', store.syncFromAddress)
    return () => removeEventListener('popstate', store.syncFromAddress)
  }, [store])

  /** Moves the focus to the heading, because the pressed button disappears. */
  function clearFilters() {
    store.clearFilters()
    headingRef.current!.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // The key belongs to an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && !(event.target instanceof HTMLSelectElement)) {
      event.preventDefault()
      store.clear()
      inputRef.current!.focus()
      return
    }
    const links = [...rootRef.current!.querySelectorAll<HTMLElement>('[data-hit]')]
    const target = findArrowKeyTarget(
      event.key,
      [inputRef.current!, ...links],
      document.activeElement,
    )
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  const query = typed.trim()
  const hasFilters = Object.values(filters).some((value) => value !== null)
  const heading = {
    idle: 'Latest stories',
    searching: 'Searching…',
    found: results.state === 'found' ? `${formatStoryCount(results.total)} found` : '',
    none: 'No stories found',
    failed: 'Search isn’t working right now',
  }[results.state]

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and of the results in it
    <div ref={rootRef} className={styles.search} onKeyDown={handleKeyDown}>
      <search>
        <form
          action={searchPath}
          onSubmit={(event) => {
            event.preventDefault()
            store.submit()
          }}
        >
          <div className={styles.field}>
            <label htmlFor="query" className="unseen">
              Search for
            </label>
            <input
              ref={inputRef}
              id="query"
              name="q"
              type="search"
              placeholder="A word, a name, a place"
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              maxLength={maxQueryLength}
              value={typed}
              onFocus={store.loadEngine}
              onChange={(event) => store.setTypedText(event.currentTarget.value)}
            />
            <button
              type="button"
              className={styles.clear}
              hidden={typed === ''}
              onClick={() => {
                store.clear()
                inputRef.current!.focus()
              }}
            >
              Clear
            </button>
            <button type="submit" className={styles.go}>
              Search
            </button>
          </div>
          <SearchFilters options={options} selected={filters} onSelect={store.setFilter} />
        </form>
      </search>
      <section className={styles.results} aria-labelledby="found">
        <header className={styles.heading}>
          <div role="status">
            <h2 ref={headingRef} tabIndex={-1} id="found">
              {heading}
            </h2>
          </div>
          <button
            type="button"
            className={styles.clear}
            hidden={!hasFilters}
            onClick={clearFilters}
          >
            Clear filters
          </button>
          <p className={styles.keys} aria-hidden="true">
            <kbd>/</kbd> to search, <kbd>↓</kbd> to browse results, <kbd>Esc</kbd> to clear
          </p>
        </header>
        <div hidden={results.state !== 'idle'}>{children}</div>
        {results.state === 'found' && (
          <SearchHits
            results={results}
            options={options}
            onSelect={store.selectHit}
            onShowMore={store.showMore}
          />
        )}
        {results.state === 'none' && (
          <NoResults
            query={query}
            hasFilters={hasFilters}
            onClearFilters={clearFilters}
            categories={options.category}
          />
        )}
        {results.state === 'failed' && (
          <div className={styles.message}>
            <p>We couldn’t load search. Check your connection and try again.</p>
            <button type="button" onClick={store.retry} disabled={results.isRetrying}>
              {results.isRetrying ? 'Trying again…' : 'Try again'}
            </button>
          </div>
        )}
      </section>
    </div>
  )
}
