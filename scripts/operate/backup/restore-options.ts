export type RestoreOptions = {
  /** Overwrite what differs, and remove what the backup doesn't have. */
  readonly replace: boolean
  readonly dryRun: boolean
  readonly print: (line: string) => void
}
