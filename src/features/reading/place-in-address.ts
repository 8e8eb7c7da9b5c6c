/**
 * Where a reader was in an article, in its address: `/slug#at-42`, in hundredths of the text. The
 * article's own script goes there once the text is whole, and takes it out of the address again.
 */
const pattern = /^#at-(\d{1,2}|100)$/

export function addressToReadOn(slug: string, depth: number): string {
  return `/${slug}#at-${Math.floor(depth * 100)}`
}

/** Null where the address says nothing of the kind. */
export function depthIn(hash: string): number | null {
  const [, hundredths] = pattern.exec(hash) ?? []
  return hundredths === undefined ? null : Number(hundredths) / 100
}
