/** Documents with their text as HTML, for the layouts that the build and the Worker share. */
import type { Event } from '../../domain/event.ts'
import type { ImageDetails } from '../../domain/image/image.ts'
import type { Issue } from '../../domain/issue/issue.ts'
import type { Author, Page } from '../../domain/publication.ts'
import type { DescribedTag } from '../../domain/tag.ts'
import type { WritingSystem } from '../../domain/writing-system.ts'

type WithHtml<Document> = Omit<Document, 'body' | 'updatedAt'> & {
  readonly slug: string
  readonly html: string
}

export type RenderedPage = WithHtml<Page>
export type RenderedEvent = WithHtml<Event>
type RenderedAuthor = WithHtml<Author>

/** A story as an issue shows it. */
export type IssueEntry = {
  readonly story: {
    readonly slug: string
    readonly title: string
    readonly language?: string | undefined
    readonly category: string
    readonly authors: readonly { readonly name: string }[]
    readonly image: ImageDetails
  }
  readonly line: string
}

export type RenderedIssue = Pick<Issue, 'subject' | 'preheader' | 'date'> & {
  readonly slug: string
  /** HTML for everyone. */
  readonly html: string
  /** The lead with its free preview, as HTML. Null if the story was withdrawn. */
  readonly lead: (IssueEntry & { readonly opening: string }) | null
  readonly stories: readonly IssueEntry[]
  readonly missed: IssueEntry | null
  readonly hasClosedPart: boolean
  readonly closedWritingSystems: readonly WritingSystem[]
}

export type RenderedDocument =
  | { readonly collection: 'pages'; readonly page: RenderedPage }
  | { readonly collection: 'events'; readonly event: RenderedEvent }
  | { readonly collection: 'authors'; readonly author: RenderedAuthor }
  | { readonly collection: 'tags'; readonly tag: DescribedTag }
  | { readonly collection: 'issues'; readonly issue: RenderedIssue }
