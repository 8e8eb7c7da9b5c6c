/** `Astro.locals` for pages that the Worker renders. A closed story has only its free preview here. */
import type { Article, PublishedArticle } from '../../domain/article.ts'
import type { MissingPage } from '../../domain/missing-page.ts'
import type { Author } from '../../domain/publication.ts'
import type { SavedCard } from '../../domain/saved-articles-record.ts'
import type { Tag } from '../../domain/tag.ts'
import type { WritingSystem } from '../../domain/writing-system.ts'
import type { Landing, LandingStory } from '../site-files/landing.ts'
import type { DeskPage, DeskPerson } from './desk-page.ts'

/** A draft has the date of its preview. */
type OnDemandArticle = Omit<
  PublishedArticle,
  'body' | 'updatedAt' | 'status' | 'authors' | 'tags'
> & {
  readonly slug: string
  /** Words of the whole text. */
  readonly words: number
  readonly tags: readonly Tag[]
  readonly authors: readonly (Omit<Author, 'body' | 'updatedAt'> & {
    readonly slug: string
    readonly html: string
  })[]
}

export type Preview = {
  readonly status: Article['status']
  readonly until: Date
  /** Token of the link (desk-signature.ts); it opens the closed part too. */
  readonly token: string
}

export type OnDemandStory = {
  readonly article: OnDemandArticle
  readonly freePreview: string
  /** Null if closed. */
  readonly body: string | null
  /** Writing systems of the closed part that have letters which the free preview lacks. */
  readonly closedWritingSystems: readonly WritingSystem[]
  readonly preview: Preview | null
  /** Only of stories of the build. */
  readonly readNext?: readonly LandingStory[]
}

/** A reader's public page. */
export type OnDemandProfile = {
  readonly handle: string
  readonly name: string
  readonly bio: string
  /** Whether search engines may list it. */
  readonly isIndexed: boolean
  /** See profile-owner.ts. */
  readonly ownerKey: string
  /** Published now, latest recommendation first. */
  readonly stories: readonly (SavedCard & { readonly slug: string })[]
}

/**
 * Beyond pages that don't exist: Firestore can't be reached (`unavailable` for a story, `profileUnavailable` for a
 * reader's page), or the network has asked too often.
 */
export type MissingPageReason =
  | MissingPage
  | { readonly kind: 'unavailable' | 'profileUnavailable' | 'tooManyRequests' }

export type OnDemandPage =
  | { readonly story: OnDemandStory }
  | { readonly deskPage: DeskPage; readonly deskPerson: DeskPerson }
  | { readonly profile: OnDemandProfile }
  | { readonly landing: Landing }
  | { readonly missingPage: MissingPageReason }

export type OnDemandPageLocals = {
  readonly story?: OnDemandStory
  readonly deskPage?: DeskPage
  readonly deskPerson?: DeskPerson
  readonly profile?: OnDemandProfile
  readonly landing?: Landing
  readonly missingPage?: MissingPageReason
}

export const missingPagePath = '/preview/of/nothing'

export const getStoryPath = (slug: string) => `/preview/${slug}`

export const getLandingPath = ({ view }: Landing) => `/landing/${view}`

/** The banner's id. Pages that have it track nothing. */
export const previewBannerId = 'preview'
