import type { MouseEventHandler } from 'react'
import type { SavedArticle } from '../../contracts/endpoints/saved-articles-endpoints.ts'
import { formatDay } from '../../domain/day.ts'
import { getObjectPosition } from '../../domain/image/focal-point.ts'
import { getImagePath, type ImageWidth } from '../../domain/image/image-path.ts'
import { formatList } from '../../domain/list-text.ts'
import { layOutText } from '../../domain/text-language.ts'
import '../../ui/covered.css'
import RecommendButton from './RecommendButton.tsx'
import styles from './saved-articles.module.css'
import type { CategoryOption } from './saved-articles-view.ts'

type Published = Extract<SavedArticle, { state: 'published' }>

const widths = [128, 256, 384, 640, 828] as const satisfies readonly ImageWidth[]

function Thumbnail({ image: { id, width, focus } }: Pick<Published, 'image'>) {
  return (
    <img
      src={getImagePath(id, 384)}
      srcSet={widths
        .map((imageWidth) => `${getImagePath(id, imageWidth)} ${imageWidth}w`)
        .join(', ')}
      sizes="(min-width: 48rem) 14rem, 26vw"
      width={width}
      height={Math.round((width * 2) / 3)}
      alt=""
      style={{ objectPosition: getObjectPosition(focus) }}
      loading="lazy"
      decoding="async"
    />
  )
}

type Props = {
  item: SavedArticle
  category: CategoryOption | undefined
  onRemove: MouseEventHandler
}

/** The headline's link covers the whole row except the button. */
export function SavedRow({ item, category, onRemove }: Props) {
  const remove = (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.action}
        aria-label={`Remove “${item.title}”`}
        data-remove
        onClick={onRemove}
      >
        Remove
      </button>
      {item.state === 'published' && <RecommendButton item={item} />}
    </div>
  )
  if (item.state === 'unavailable') {
    return (
      <li data-saved-row>
        <article className={styles.unavailable}>
          <h2 {...layOutText(item.title).attributes}>{item.title}</h2>
          <p className={styles.byline}>This story is no longer published.</p>
          {remove}
        </article>
      </li>
    )
  }
  const byline = formatList(item.authors.map(({ name }) => name).filter(Boolean))
  return (
    <li data-saved-row data-accent={category?.accentColour}>
      <article className={`${styles.row} covered`}>
        <div className={styles.thumbnail}>
          <Thumbnail image={item.image} />
        </div>
        <div className={styles.words}>
          {category && <p className={styles.kicker}>{category.name}</p>}
          <h2 {...layOutText(item.title).attributes}>
            <a href={`/${item.slug}`}>{item.title}</a>
          </h2>
          {item.dek && (
            <p className={styles.dek} {...layOutText(item.dek).attributes}>
              {item.dek}
            </p>
          )}
          <p className={styles.byline}>
            {byline && (
              <span>
                By <span translate="no">{byline}</span>
              </span>
            )}
            <time dateTime={item.publishedAt}>{formatDay(new Date(item.publishedAt))}</time>
            {item.access === 'public' && <span className={styles.free}>Free to read</span>}
          </p>
        </div>
        {remove}
      </article>
    </li>
  )
}

export function PlaceholderRow() {
  return (
    <li aria-hidden="true">
      <div className={styles.row}>
        <div className={styles.thumbnail}>
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
