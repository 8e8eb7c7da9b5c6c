import { useStore } from '@nanostores/react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import control from '../../ui/control.module.css'
import type { CategoryChoice } from './category-choice.ts'
import { EmptyRow, SavedRow } from './SavedRow.tsx'
import { ShelfTools } from './ShelfTools.tsx'
import { isNewPress, saved, startSaved, toggleSaved } from './saved.ts'
import type { Shelf as SavedList } from './saved-store.ts'
import styles from './shelf.module.css'
import { isNarrowed, readShelfAddress, shelfAddress, shelfAs, wholeShelf } from './shelf-view.ts'

const nothingKnown: SavedList = { items: null, asking: false, failure: null }

/** Rows that stand for those that are not known yet. */
const expected = [1, 2, 3, 4]

const stories = (count: number) => (count === 1 ? 'One story' : `${count} stories`)

/**
 * The reader's saved articles: at once as this device last had them, then as the server has them.
 * `children` is what stands there where nothing is saved.
 */
export default function Shelf({
  categories,
  children,
}: {
  categories: readonly CategoryChoice[]
  children?: ReactNode
}) {
  const shelf = useStore(saved.$shelf)
  const slugs = useStore(saved.$slugs)
  const [view, setView] = useState(wholeShelf)
  const [isStarted, setIsStarted] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    startSaved()
    setView(readShelfAddress(location.search))
    setIsStarted(true)
    void saved.refresh()
  }, [])

  // At first as the page was built, whatever this device knows.
  const { items: known, asking, failure } = isStarted ? shelf : nothingKnown
  // What was saved in another tab is not on the list yet.
  const isIncomplete =
    known !== null && slugs.some((slug) => !known.some((item) => item.slug === slug))
  useEffect(() => {
    if (isIncomplete && !failure) void saved.refresh()
  }, [isIncomplete, failure])

  function narrow(change: Partial<typeof view>) {
    const next = { ...view, ...change }
    setView(next)
    history.replaceState(history.state, '', location.pathname + shelfAddress(next))
  }

  function remove(event: MouseEvent, slug: string, place: number) {
    // Of the whole list: another row comes under the pointer.
    if (!isNewPress(event, 'shelf')) return
    toggleSaved(slug)
    // The button that was pressed goes: the focus follows to the next story.
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-saved-row] button') ?? []
    const next = rows[place + 1] ?? rows[place - 1] ?? heading.current
    next?.focus()
  }

  const all = known?.filter((item) => slugs.includes(item.slug)) ?? null
  const shown = all && shelfAs(all, view)
  const present = categories.filter(({ slug }) =>
    all?.some((item) => item.state === 'published' && item.category === slug),
  )
  const said = !all
    ? failure
      ? 'Your stories are not to be had right now'
      : 'Looking for your stories'
    : isNarrowed(view)
      ? `${shown!.length} of ${stories(all.length)}`
      : stories(all.length)

  if (all?.length === 0 && !isIncomplete) return <div className={styles.shelf}>{children}</div>
  return (
    <div className={styles.shelf}>
      <ShelfTools view={view} categories={present} disabled={!all} onNarrow={narrow} />
      <div className={styles.heading} role="status">
        <h2 ref={heading} tabIndex={-1} className={styles.count}>
          {said}
        </h2>
      </div>
      {failure && (
        <div className={styles.failure}>
          <p>
            {all
              ? `This is the list as this device last had it. ${failure.message}`
              : failure.message}
          </p>
          <button
            type="button"
            className={control.button}
            disabled={asking}
            onClick={() => void saved.refresh()}
          >
            {asking ? 'Trying again' : 'Try again'}
          </button>
        </div>
      )}
      {!(failure && !all) && (
        <ol ref={list} className={`${styles.rows} plain-list`}>
          {!shown && expected.map((place) => <EmptyRow key={place} />)}
          {shown?.map((item, place) => (
            <SavedRow
              key={item.slug}
              item={item}
              category={
                item.state === 'published'
                  ? categories.find(({ slug }) => slug === item.category)
                  : undefined
              }
              onRemove={(event) => remove(event, item.slug, place)}
            />
          ))}
        </ol>
      )}
      {shown?.length === 0 && (
        <div className={styles.nothing}>
          <p>Nothing that you have saved matches.</p>
          <button
            type="button"
            className={control.button}
            onClick={() => narrow({ words: '', category: '' })}
          >
            Show all of it
          </button>
        </div>
      )}
    </div>
  )
}
