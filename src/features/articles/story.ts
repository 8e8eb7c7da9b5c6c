/** An article in lists and pages, as plain props. */
import type { PublishedArticle } from '../../domain/article.ts'
import type { Author } from '../../domain/publication.ts'
import type { Tag } from '../../domain/tag.ts'

export type AuthorSummary = Omit<Author, 'body' | 'importedFrom' | 'updatedAt'> & {
  readonly slug: string
}

/** The number of authors above which an article shows fewer portraits and biographies. */
export const maxFeaturedAuthors = 3

/** The parts of a story that a teaser shows. */
export type Story = Pick<
  PublishedArticle,
  | 'title'
  | 'dek'
  | 'language'
  | 'identifier'
  | 'category'
  | 'editorsPick'
  | 'image'
  | 'access'
  | 'corrections'
  | 'publishedAt'
> & {
  readonly slug: string
  readonly tags: readonly Tag[]
  readonly authors: readonly AuthorSummary[]
  /** The number of words, including the closed part. */
  readonly words: number
}

/** The parts of a story that rows and teasers show. */
export type ListedStory = Pick<
  Story,
  'slug' | 'title' | 'dek' | 'language' | 'category' | 'publishedAt'
> & {
  readonly image: Pick<Story['image'], 'id' | 'alt' | 'width' | 'height' | 'focus'>
  readonly authors: readonly Pick<AuthorSummary, 'slug' | 'name'>[]
}

export type AuthorWithBiography = AuthorSummary & { readonly html: string }

export type FullStory = Omit<Story, 'authors'> & {
  readonly authors: readonly AuthorWithBiography[]
}
