/** Returns whether half of the element, or half a window's height of it, is visible. Hidden elements have no height. */
export function isInView(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  windowHeight: number,
): boolean {
  const height = bottom - top
  const visibleHeight = Math.min(bottom, windowHeight) - Math.max(top, 0)
  return height > 0 && visibleHeight >= Math.min(height, windowHeight) / 2
}
