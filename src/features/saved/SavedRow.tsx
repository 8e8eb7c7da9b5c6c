import type { MouseEventHandler } from 'react'
import type { SavedItem } from '../../contracts/saved.ts'
import { dayInWords } from '../../domain/day.ts'
import type { CategoryChoice } from './category-choice.ts'
import styles from './shelf.module.css'

type Published = Extract<SavedItem, { state: 'published' }>

/** Some of those that pictures are served in (domain/picture.ts, which browsers do not load). */
const widths = [128, 256, 384, 640, 828] as const

function Print({ image: { id, width } }: Pick<Published, 'image'>) {
  const address = (across: number) => `/images/${id}/${across}`
  return (
    <img
      src={address(384)}
      srcSet={widths.map((across) => `${address(across)} ${across}w`).join(', ')}
      sizes="(min-width: 48rem) 14rem, 26vw"
      width={width}
      height={Math.round((width * 2) / 3)}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

function names(authors: Published['authors']): string {
  const known = authors.map(({ name }) => name).filter(Boolean)
  const last = known.at(-1)
  return known.length > 1 ? `${known.slice(0, -1).join(', ')} and ${last}` : (last ?? '')
}

type Props = {
  item: SavedItem
  category: CategoryChoice | undefined
  onRemove: MouseEventHandler
}

/** A saved story: its headline's link covers all of it but the button. */
export function SavedRow({ item, category, onRemove }: Props) {
  const remove = (
    <button
      type="button"
      className={styles.remove}
      aria-label={`Remove “${item.title}”`}
      onClick={onRemove}
    >
      Remove
    </button>
  )
  if (item.state === 'gone') {
    return (
      <li data-saved-row>
        <article className={styles.gone}>
          <h2>{item.title}</h2>
          <p className={styles.by}>This story is no longer published.</p>
          {remove}
        </article>
      </li>
    )
  }
  const by = names(item.authors)
  return (
    <li data-saved-row data-dye={category?.dye}>
      <article className={styles.row}>
        <div className={styles.print}>
          <Print image={item.image} />
        </div>
        <div className={styles.words}>
          {category && <p className={styles.kicker}>{category.name}</p>}
          <h2>
            <a href={`/${item.slug}`}>{item.title}</a>
          </h2>
          <p className={styles.dek}>{item.dek}</p>
          <p className={styles.by}>
            {by && <span>By {by}</span>}
            <time dateTime={item.publishedAt}>{dayInWords(new Date(item.publishedAt))}</time>
            {item.access === 'public' && <span className={styles.free}>Open to everybody</span>}
          </p>
        </div>
        {remove}
      </article>
    </li>
  )
}

/** Where a story will be. */
export function EmptyRow() {
  return (
    <li aria-hidden="true">
      <div className={styles.row}>
        <div className={styles.print}>
          <span className={styles.blank} />
        </div>
        <div className={styles.words}>
          <span className={styles.line} />
          <span className={styles.headline} />
          <span className={styles.line} />
        </div>
      </div>
    </li>
  )
}
