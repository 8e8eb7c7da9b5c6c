/** What stands in the window, and how much of a text has: geometry alone. All lengths in pixels. */

/** As an element's own rectangle has it, from the window's upper edge. */
export type Extent = { readonly top: number; readonly bottom: number }

const heightOf = ({ top, bottom }: Extent) => bottom - top

/** Half of it, or half a window full of it, is to be seen. What has no height is hidden. */
export function isInSight(extent: Extent, windowHeight: number): boolean {
  const seen = Math.min(extent.bottom, windowHeight) - Math.max(extent.top, 0)
  return heightOf(extent) > 0 && seen >= Math.min(heightOf(extent), windowHeight) / 2
}

/** How much of a text has come above the window's lower edge, from 0 to 1. */
export function depthOf(parts: readonly Extent[], windowHeight: number): number {
  const height = parts.reduce((sum, part) => sum + heightOf(part), 0)
  const passed = parts.reduce(
    (sum, part) => sum + Math.min(Math.max(windowHeight - part.top, 0), heightOf(part)),
    0,
  )
  return height > 0 ? passed / height : 0
}
