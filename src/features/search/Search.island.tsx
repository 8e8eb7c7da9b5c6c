import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { track } from '../../browser/analytics.ts'
import { openSearchEngine } from '../../browser/search-engine.ts'
import { searchFilters } from '../../contracts/search-index.ts'
import type { Choices } from './choices.ts'
import { Filters } from './Filters.tsx'
import { Hits } from './Hits.tsx'
import { NothingFound } from './NothingFound.tsx'
import styles from './search.module.css'
import { neighbourOf } from './search-keys.ts'
import { longestQuery, searchPath } from './search-request.ts'
import { createSearchStore } from './search-store.ts'

const createStore = () =>
  createSearchStore({
    openEngine: openSearchEngine,
    address: {
      read: () => location.search,
      write: (address, way) => history[`${way}State`](null, '', address),
    },
    onSelect: (selected) => track('Search Result Selected', selected),
    onFailure: (error) => console.error(error),
  })

const stories = (count: number) => (count === 1 ? 'One story' : `${count} stories`)

/** Without its script: a form that leads here, and what is new. `children` is what is new. */
export default function Search({ choices, children }: { choices: Choices; children?: ReactNode }) {
  const [store] = useState(createStore)
  const typed = useStore(store.$typed)
  const filters = useStore(store.$filters)
  const results = useStore(store.$results)
  const field = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // What was typed and chosen before this ran counts: heard of already, or only there to be read.
    const early = new FormData(field.current!.form!)
    const typedEarly = store.$typed.get() || field.current!.value
    store.followAddress()
    if (document.activeElement === field.current) store.prepare()
    if (typedEarly && typedEarly !== store.$typed.get()) store.type(typedEarly)
    for (const filter of searchFilters) {
      const value = early.get(filter)
      if (value) store.choose(filter, String(value))
    }
    addEventListener('popstate', store.followAddress)
    return () => removeEventListener('popstate', store.followAddress)
  }, [store])

  function onKeyDown(event: KeyboardEvent) {
    // Part of writing in another script, not meant for us.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && !(event.target instanceof HTMLSelectElement)) {
      event.preventDefault()
      store.clear()
      field.current!.focus()
      return
    }
    const links = [...root.current!.querySelectorAll<HTMLElement>('[data-hit]')]
    const next = neighbourOf(event.key, [field.current!, ...links], document.activeElement)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  const query = typed.trim()
  const isNarrowed = Object.values(filters).some((value) => value !== null)
  const heading = {
    idle: 'Latest stories',
    searching: 'Searching …',
    found: results.state === 'found' ? `${stories(results.total)} found` : '',
    none: 'Nothing found',
    failed: 'The search is not working right now',
  }[results.state]

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and of the results in it
    <div ref={root} className={styles.search} onKeyDown={onKeyDown}>
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
              ref={field}
              id="query"
              name="q"
              type="search"
              placeholder="A word, a name, a place"
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="search"
              maxLength={longestQuery}
              value={typed}
              onFocus={store.prepare}
              onChange={(event) => store.type(event.currentTarget.value)}
            />
            <button
              type="button"
              className={styles.clear}
              hidden={typed === ''}
              onClick={() => {
                store.clear()
                field.current!.focus()
              }}
            >
              Clear
            </button>
            <button type="submit" className={styles.go}>
              Search
            </button>
          </div>
          <Filters choices={choices} chosen={filters} onChoose={store.choose} />
        </form>
      </search>
      <section className={styles.results} aria-labelledby="found">
        <header className={styles.heading}>
          <div role="status">
            <h2 id="found">{heading}</h2>
          </div>
          <button
            type="button"
            className={styles.clear}
            hidden={!isNarrowed}
            onClick={store.clearFilters}
          >
            Clear filters
          </button>
          <p className={styles.keys} aria-hidden="true">
            <kbd>/</kbd> to search, <kbd>↓</kbd> to the stories, <kbd>Esc</kbd> to clear
          </p>
        </header>
        <div hidden={results.state !== 'idle'}>{children}</div>
        {results.state === 'found' && (
          <Hits
            results={results}
            choices={choices}
            onSelect={store.select}
            onMore={store.showMore}
          />
        )}
        {results.state === 'none' && (
          <NothingFound
            query={query}
            isNarrowed={isNarrowed}
            onClearFilters={store.clearFilters}
            categories={choices.category}
          />
        )}
        {results.state === 'failed' && (
          <div className={styles.message}>
            <p>Its index could not be loaded. What you typed is kept.</p>
            <button type="button" onClick={store.tryAgain} disabled={results.isTrying}>
              {results.isTrying ? 'Trying again' : 'Try again'}
            </button>
          </div>
        )}
      </section>
    </div>
  )
}
