/**
 * The directive `client:reader`: an island hydrates immediately for signed-in readers and on devices with a pass for
 * the story, and for other guests when it's near the window. The guests' version must be complete without the island's
 * script.
 */
import type { ClientDirective } from 'astro'

const rootMargin = '300px'

const hydrateForReader: ClientDirective = (load, _options, island) => {
  const hydrate = async () => (await load())()
  // Content for guests is hidden from signed-in readers, so it never intersects the window.
  const isShown = [...island.children].some((child) => child.checkVisibility())
  const { reader, pass } = document.documentElement.dataset
  if ((reader !== 'guest' || pass !== undefined) && isShown) return void hydrate()
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      hydrate()
    },
    { rootMargin: rootMargin },
  )
  // The island's own element has no box, but its children do.
  for (const child of island.children) observer.observe(child)
}

export default hydrateForReader
