/** A file of the site that the build writes. */
export type SiteFile = {
  readonly file: string
  /** If known: the same key gives the same bytes. */
  readonly key: string | undefined
  createContent(): Promise<Uint8Array | string>
}
