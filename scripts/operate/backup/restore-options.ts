export type RestoreOptions = {
  /** Overwrites documents that differ, and removes those that the backup doesn't have. */
  readonly replace: boolean
  readonly dryRun: boolean
  readonly print: (line: string) => void
}
