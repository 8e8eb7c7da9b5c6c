/** A file of the site that the build writes. */
export type SiteFile = {
  readonly file: string
  /** Identifies the file's bytes: the same key gives the same bytes. Undefined if unknown. */
  readonly key: string | undefined
  createContent(): Promise<Uint8Array | string>
}
