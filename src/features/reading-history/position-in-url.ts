/** A position in hundredths of the text: `/slug#at-42`. The article's script scrolls there and removes it. */
const fragmentPattern = /^#at-(\d{1,2}|100)$/

export function getResumeUrl(slug: string, depth: number): string {
  return `/${slug}#at-${Math.floor(depth * 100)}`
}

/** Returns null without such a fragment. */
export function parseDepth(hash: string): number | null {
  const [, percent] = fragmentPattern.exec(hash) ?? []
  return percent === undefined ? null : Number(percent) / 100
}
