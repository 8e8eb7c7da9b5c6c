export type RestoreOptions = {
  /** Overwrite documents that differ, and remove those that the backup doesn't have. */
  readonly replace: boolean
  readonly dryRun: boolean
  readonly print: (line: string) => void
}
