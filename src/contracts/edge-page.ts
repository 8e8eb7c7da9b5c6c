/**
 * What the edge hands to a page that it renders on demand, as `Astro.locals`: a story that no build
 * has. Of a closed one it has the lead-in alone, so that nothing in a page can show more.
 */
import type { Article, PublishedArticle } from '../domain/article.ts'
import type { MissingPage } from '../domain/missing-page.ts'
import type { Author } from '../domain/publication.ts'
import type { WritingSystem } from '../domain/writing-system.ts'

/** An article as its page shows it; of a draft, the day of its preview stands in for its own. */
export type EdgeArticle = Omit<PublishedArticle, 'body' | 'updatedAt' | 'status' | 'authors'> & {
  readonly slug: string
  /** Of the whole text, the closed part included. */
  readonly words: number
  readonly authors: readonly (Omit<Author, 'body' | 'updatedAt'> & {
    readonly slug: string
    /** The biography. */
    readonly html: string
  })[]
}

export type Preview = {
  readonly status: Article['status']
  /** Until when the link is good. */
  readonly until: Date
  /** Where the closed part is fetched, with the signature of the link. */
  readonly bodyPath: string
}

export type EdgeStory = {
  readonly article: EdgeArticle
  readonly leadIn: string
  /** Null where it is closed. */
  readonly rest: string | null
  /** Whose fonts the closed part needs. */
  readonly closedWritingSystems: readonly WritingSystem[]
  /** Null for what is published. */
  readonly preview: Preview | null
}

/** Why there is no story to show: nothing is there, or Firestore can't be reached to fetch it. */
export type Absence = MissingPage | { readonly kind: 'away' }

/** Everything that the edge renders. */
export type EdgePage = { readonly story: EdgeStory } | { readonly absence: Absence }

export type EdgePageLocals = { readonly story?: EdgeStory; readonly absence?: Absence }

/** The address at which an absence is rendered, whatever address a reader asked for. */
export const absencePath = '/preview/of/nothing'

/** The address at which a story is rendered. */
export const storyPath = (slug: string) => `/preview/${slug}`
