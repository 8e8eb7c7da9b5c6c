/** What stands in the window: geometry alone. All lengths in pixels. */
import { type Extent, heightOf } from '../../browser/text-depth.ts'

/** Half of it, or half a window full of it, is to be seen. What has no height is hidden. */
export function isInSight(extent: Extent, windowHeight: number): boolean {
  const seen = Math.min(extent.bottom, windowHeight) - Math.max(extent.top, 0)
  return heightOf(extent) > 0 && seen >= Math.min(heightOf(extent), windowHeight) / 2
}
