import type { SavedArticle } from '../../contracts/endpoints/saved-articles-endpoints.ts'

export const sortOrders = {
  saved: 'Recently saved',
  'saved-first': 'First saved',
  published: 'Newest',
  'published-first': 'Oldest',
} as const
export type SortOrder = keyof typeof sortOrders

/** Plain props, because browsers don't load the schemas. */
export type CategoryOption = {
  readonly slug: string
  readonly name: string
  readonly accentColour: string
}

export type SavedArticlesView = {
  readonly searchText: string
  /** A category's slug, or empty for all. */
  readonly category: string
  readonly order: SortOrder
}

export const defaultView: SavedArticlesView = { searchText: '', category: '', order: 'saved' }

export const isFiltered = ({ searchText, category }: SavedArticlesView) =>
  searchText.trim() !== '' || category !== ''

/** Removes accents, so that “Rubaiyat” finds “Rubáiyát”. */
const normaliseText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function getSearchableText(item: SavedArticle): string {
  if (item.state === 'unavailable') return normaliseText(item.title)
  return normaliseText([item.title, item.dek, ...item.authors.map(({ name }) => name)].join(' '))
}

/** Unpublished articles have no date, and are last. */
const getPublicationDate = (item: SavedArticle) =>
  item.state === 'published' ? item.publishedAt : ''

const compareBy =
  (key: (item: SavedArticle) => string) => (one: SavedArticle, other: SavedArticle) =>
    key(one) < key(other) ? 1 : key(one) > key(other) ? -1 : 0

const comparisons: Readonly<Record<SortOrder, (one: SavedArticle, other: SavedArticle) => number>> =
  {
    saved: compareBy(({ savedAt }) => savedAt),
    'saved-first': (one, other) => compareBy(({ savedAt }) => savedAt)(other, one),
    published: compareBy(getPublicationDate),
    'published-first': (one, other) =>
      getPublicationDate(one) && getPublicationDate(other)
        ? compareBy(getPublicationDate)(other, one)
        : compareBy(getPublicationDate)(one, other),
  }

export function filterAndSort(
  items: readonly SavedArticle[],
  { searchText, category, order }: SavedArticlesView,
): readonly SavedArticle[] {
  const searchTerms = normaliseText(searchText).split(/\s+/).filter(Boolean)
  return items
    .filter((item) => !category || (item.state === 'published' && item.category === category))
    .filter((item) => searchTerms.every((word) => getSearchableText(item).includes(word)))
    .sort(comparisons[order])
}

/** Formats the view for the page's address, so that going back restores it. */
export function formatViewQuery({ searchText, category, order }: SavedArticlesView): string {
  const query = new URLSearchParams()
  if (searchText.trim()) query.set('q', searchText.trim())
  if (category) query.set('category', category)
  if (order !== defaultView.order) query.set('order', order)
  return query.size > 0 ? `?${query}` : ''
}

export function parseViewQuery(search: string): SavedArticlesView {
  const query = new URLSearchParams(search)
  const order = query.get('order') ?? ''
  return {
    searchText: (query.get('q') ?? '').slice(0, 200),
    category: query.get('category') ?? '',
    order: Object.hasOwn(sortOrders, order) ? (order as SortOrder) : defaultView.order,
  }
}
