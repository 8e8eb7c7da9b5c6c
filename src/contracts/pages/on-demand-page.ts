/** `Astro.locals` for pages that the Worker renders. For a closed story, they contain only the free preview. */

import type { ArchivePage } from '../../domain/archive/archive-pages.ts'
import type { Article, PublishedArticle } from '../../domain/article.ts'
import type { MissingPage } from '../../domain/missing-page.ts'
import type { Author } from '../../domain/publication.ts'
import type { SavedCard } from '../../domain/saved-articles-record.ts'
import type { Tag } from '../../domain/tag.ts'
import type { WritingSystem } from '../../domain/writing-system.ts'
import type { Landing, LandingStory } from '../site-files/landing.ts'
import type { DeskPage, DeskPerson } from './desk-page.ts'
import type { RenderedDocument } from './rendered-document.ts'

/** A story or draft rendered by the Worker. A draft has the date of its preview. */
type OnDemandArticle = Omit<
  PublishedArticle,
  'body' | 'updatedAt' | 'status' | 'authors' | 'tags'
> & {
  readonly slug: string
  /** The number of words in the whole text. */
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
  /** The link's token (desk-signature.ts), which also grants access to the closed part. */
  readonly token: string
}

export type OnDemandStory = {
  readonly article: OnDemandArticle
  readonly freePreview: string
  /** Null for a closed story. */
  readonly body: string | null
  /** Writing systems for which the closed part has letters that aren't in the free preview. */
  readonly closedWritingSystems: readonly WritingSystem[]
  readonly preview: Preview | null
  /** The stories suggested below the text, only for stories in the build. */
  readonly readNext?: readonly LandingStory[]
}

/** The draft of a document that isn't a story. */
export type OnDemandDraft = {
  readonly document: RenderedDocument
  readonly preview: Preview
  /** The stories below an author or a tag, as of the build. */
  readonly archive: ArchivePage<LandingStory>
}

/** A reader's public page. */
export type OnDemandProfile = {
  readonly handle: string
  readonly name: string
  readonly bio: string
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean
  /** The key by which the owner's browser recognises the page (profile-owner.ts). */
  readonly ownerKey: string
  /** Stories that are currently published, the latest recommendation first. */
  readonly stories: readonly (SavedCard & { readonly slug: string })[]
}

/**
 * Reasons other than a missing page: Firestore is unavailable (`unavailable` for a story, `profileUnavailable` for a
 * reader's page), or the network has sent too many requests.
 */
export type MissingPageReason =
  | MissingPage
  | { readonly kind: 'unavailable' | 'profileUnavailable' | 'tooManyRequests' }

export type OnDemandPage =
  | { readonly story: OnDemandStory }
  | { readonly draft: OnDemandDraft }
  | { readonly elsewhere: OnDemandStory }
  | { readonly deskPage: DeskPage; readonly deskPerson: DeskPerson }
  | { readonly profile: OnDemandProfile }
  | { readonly landing: Landing }
  | { readonly missingPage: MissingPageReason }

export type OnDemandPageLocals = {
  readonly story?: OnDemandStory
  readonly draft?: OnDemandDraft
  /** A draft that is shown outside its page. */
  readonly elsewhere?: OnDemandStory
  readonly deskPage?: DeskPage
  readonly deskPerson?: DeskPerson
  readonly profile?: OnDemandProfile
  readonly landing?: Landing
  readonly missingPage?: MissingPageReason
}

export const missingPagePath = '/preview/of/nothing'

export const getDraftPreviewPath = ({ document }: OnDemandDraft) =>
  `/preview/of/${document.collection}`

/** The path of the page that shows a draft in lists, feeds and so on. */
export const elsewherePath = '/preview/of/elsewhere'

export const getStoryPath = (slug: string) => `/preview/${slug}`

export const getLandingPath = ({ view }: Landing) => `/landing/${view}`

/** The banner's id. Pages with the banner track nothing. */
export const previewBannerId = 'preview'
