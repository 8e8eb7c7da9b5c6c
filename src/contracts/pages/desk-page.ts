/** Pages of the desk in a browser, which the Worker renders for staff (functions/desk/). */
import type { ManuscriptCollection } from '../../domain/publication.ts'
import type { Clearance, Permission, StaffRole } from '../../domain/staff/staff.ts'
import type { Report, Table } from '../../domain/statistics/report.ts'
import type { DocumentItem, documentEndpoints } from '../endpoints/document-endpoints.ts'
import type { DeepReadonly, OutputOf, ParsedInputOf } from '../endpoints/endpoint.ts'
import type { pictureEndpoints } from '../endpoints/picture-endpoints.ts'
import type { AccessKeyItem } from '../endpoints/staff-endpoints.ts'
import type { DeadLink } from '../site-files/build-timestamp.ts'

/** The counts for the last few hours. */
export type Now = {
  /** The time when the counts were read. */
  readonly at: Date
  readonly table: Table
}

/** The clearance that an access key lacked, which its owner is asked to grant. */
export type KeyRequest = {
  readonly token: string
  readonly keyName: string
  readonly keyCreatedAt: string
  readonly clearance: Clearance
}

/** The person who is logged in. */
export type DeskPerson = { readonly name: string; readonly role: StaffRole }

/** Names by slug. */
export type Names = Readonly<Record<string, string>>

export type DocumentsQuery = ParsedInputOf<
  Extract<(typeof documentEndpoints)[number], { readonly route: 'GET /api/desk/documents' }>
>

export type ListedDocument = DeepReadonly<DocumentItem>

/** One page of documents. */
export type DocumentList = {
  readonly documents: readonly ListedDocument[]
  /** The position at which the list continues; null at its end. */
  readonly next: string | null
}

type PictureEndpoint<Route> = Extract<(typeof pictureEndpoints)[number], { readonly route: Route }>

export type PicturesQuery = ParsedInputOf<PictureEndpoint<'GET /api/desk/pictures'>>
export type PictureList = DeepReadonly<OutputOf<PictureEndpoint<'GET /api/desk/pictures'>>>
export type PictureDetails = DeepReadonly<OutputOf<PictureEndpoint<'GET /api/desk/pictures/:id'>>>

/** Null if the part can't be read now. */
export type Today = {
  readonly at: Date
  /** Missing for roles that don't write. */
  readonly work?: {
    readonly submitted: DocumentList | null
    readonly scheduled: DocumentList | null
    readonly drafts: DocumentList | null
    readonly build: {
      readonly failedAt: Date | null
      /** Documents that the site leaves out, and why. */
      readonly problems: readonly string[]
      readonly deadLinks: readonly DeadLink[]
    } | null
    /** The day of the next issue, if it's late and nobody has approved it. */
    readonly missingIssue: string | null
    readonly authors: Names
  }
  /** Missing for roles that don't read statistics. */
  readonly mostRead?: readonly ReadStory[] | null
}

export type ReadStory = {
  readonly slug: string
  readonly title: string
  readonly views: number
  readonly reads: number
}

/** The typed values, if a document can't be started with them. */
export type NewStory = {
  readonly collection: ManuscriptCollection
  readonly title: string
  readonly slug: string
  /** The problem with the slug. */
  readonly problem: string | null
  /** The document that already has this address. */
  readonly taken: { readonly title: string } | null
}

type DeskPageContents = {
  '/desk': { readonly today: Today }
  '/desk/stories': {
    readonly at: Date
    readonly query: DocumentsQuery
    /** Null if it can't be read now. */
    readonly list: DocumentList | null
    readonly authors: Names
  }
  '/desk/pictures': {
    readonly query: PicturesQuery
    /** Null if it can't be read now. */
    readonly list: PictureList | null
  }
  '/desk/picture': {
    readonly at: Date
    readonly picture: PictureDetails
    /** Whether earlier uses are on another page. */
    readonly isLaterPage: boolean
    readonly publishes: boolean
  }
  '/desk/new': { readonly story: NewStory }
  /** Shown in place of a page that the role doesn't allow. */
  '/desk/forbidden': { readonly permission: Permission }
  '/desk/edit': {
    readonly collection: ManuscriptCollection
    readonly slug: string
    /** The caller's uid. */
    readonly uid: string
    readonly role: StaffRole
  }
  '/desk/keys': {
    readonly keys: readonly AccessKeyItem[]
    /** Whether the sign-in is recent enough to create keys and confirm requests. */
    readonly isRecent: boolean
    readonly request: KeyRequest | 'invalid' | null
  }
  '/desk/statistics': {
    readonly report: Report
    readonly current: string
    readonly now: Now | null
  }
  /** The part of the page that refreshes automatically. */
  '/desk/statistics-now': { readonly now: Now }
}

/** The template's path in src/pages/. */
type DeskPagePath = keyof DeskPageContents

export type DeskPage = {
  [Path in DeskPagePath]: { readonly path: Path } & DeskPageContents[Path]
}[DeskPagePath]
