/**
 * Calls `act` once, when one of the elements is near the window. Elements that aren't displayed never count as near.
 */
export function whenNear(selector: string, act: () => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: '300px' },
  )
  for (const element of document.querySelectorAll(selector)) observer.observe(element)
}
