/** Pages of the desk in a browser, which the Worker renders for staff (functions/desk/). */
import type { Clearance } from '../../domain/staff/staff.ts'
import type { Report, Table } from '../../domain/statistics/report.ts'
import type { AccessKeyItem } from '../endpoints/staff-endpoints.ts'

/** Counts of the last hours. */
export type Now = {
  /** The time at which the counts were read. */
  readonly at: Date
  readonly table: Table
}

/** The clearance that an access key lacked. Its owner is asked to grant it. */
export type KeyRequest = {
  readonly token: string
  readonly keyName: string
  readonly keyCreatedAt: string
  readonly clearance: Clearance
}

type DeskPageContents = {
  '/desk/keys': {
    readonly keys: readonly AccessKeyItem[]
    /** Whether the sign-in is recent enough to create and open them. */
    readonly isRecent: boolean
    readonly request: KeyRequest | 'invalid' | null
  }
  '/desk/statistics': {
    readonly report: Report
    readonly current: string
    readonly now: Now | null
  }
  /** The part of the page that refreshes itself. */
  '/desk/statistics-now': { readonly now: Now }
}

/** The path of the template in src/pages/. */
type DeskPagePath = keyof DeskPageContents

export type DeskPage = {
  [Path in DeskPagePath]: { readonly path: Path } & DeskPageContents[Path]
}[DeskPagePath]
