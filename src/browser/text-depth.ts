/** How far down a text one is, from 0 to 1. All lengths in pixels. */

/** As an element's own rectangle has it, from the window's upper edge. */
export type Extent = { readonly top: number; readonly bottom: number }

export const heightOf = ({ top, bottom }: Extent) => bottom - top

export const heightOfAll = (parts: readonly Extent[]) =>
  parts.reduce((sum, part) => sum + heightOf(part), 0)

/** How much of a text has come above the window's lower edge. */
export function depthOf(parts: readonly Extent[], windowHeight: number): number {
  const height = heightOfAll(parts)
  const passed = parts.reduce(
    (sum, part) => sum + Math.min(Math.max(windowHeight - part.top, 0), heightOf(part)),
    0,
  )
  return height > 0 ? passed / height : 0
}

/** The parts of an article's text (contracts/analytics/marks.ts). */
export function textParts(article: Element): Extent[] {
  return [...article.querySelectorAll('[data-lead-in], [data-rest]')].map((part) =>
    part.getBoundingClientRect(),
  )
}
