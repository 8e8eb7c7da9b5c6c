/** All lengths are in pixels. */

export type Extent = { readonly top: number; readonly bottom: number }

export const getHeight = ({ top, bottom }: Extent) => bottom - top

export const getTotalHeight = (parts: readonly Extent[]) =>
  parts.reduce((sum, part) => sum + getHeight(part), 0)

/** Returns the share of a text, from 0 to 1, above the window's lower edge. */
export function getDepth(parts: readonly Extent[], windowHeight: number): number {
  const height = getTotalHeight(parts)
  const heightAboveFold = parts.reduce(
    (sum, part) => sum + Math.min(Math.max(windowHeight - part.top, 0), getHeight(part)),
    0,
  )
  return height > 0 ? heightAboveFold / height : 0
}

/** Returns the parts of an article's text (contracts/analytics/tracked-elements.ts). */
export function getTextParts(article: Element): Extent[] {
  return [...article.querySelectorAll('[data-lead-in], [data-article-body]')].map((part) =>
    part.getBoundingClientRect(),
  )
}
