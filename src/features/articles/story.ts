/** An article as lists and pages show it: plain props, wherever they come from. */
import type { PublishedArticle } from '../../domain/article.ts'
import type { Author } from '../../domain/publication.ts'

export type StoryAuthor = Pick<Author, 'name' | 'role' | 'place' | 'portrait'> & {
  readonly slug: string
}

/** What a teaser needs. The text itself is no part of it. */
export type Story = Pick<
  PublishedArticle,
  | 'title'
  | 'dek'
  | 'category'
  | 'editorsPick'
  | 'tags'
  | 'image'
  | 'access'
  | 'corrections'
  | 'publishedAt'
> & {
  readonly slug: string
  readonly authors: readonly StoryAuthor[]
  /** Of the whole text, the closed part included. */
  readonly words: number
}

/** An author as their own page and the end of an article show them: the biography as HTML too. */
export type StoryWriter = StoryAuthor & { readonly html: string }

/** A story on its own page. */
export type WholeStory = Omit<Story, 'authors'> & { readonly authors: readonly StoryWriter[] }
