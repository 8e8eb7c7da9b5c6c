/** Pages of the desk in a browser, which the Worker renders for editors (functions/desk/). */
import type { Report, Table } from '../../domain/statistics/report.ts'

/** Counts of the last hours. */
export type Now = {
  /** When they were read. */
  readonly at: Date
  readonly table: Table
}

type DeskPageContents = {
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
