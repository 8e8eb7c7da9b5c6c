/**
 * The directive `client:reader`: an island hydrates at once for signed-in readers and where this device has
 * a pass for the story, and near the window for other guests. What guests see has to be complete without its script.
 */
import type { ClientDirective } from 'astro'

const rootMargin = '300px'

const hydrateForReader: ClientDirective = (load, _options, island) => {
  const hydrate = async () => (await load())()
  // Content for guests is hidden from signed-in readers, and never intersects.
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
  // The island's own element has no box; its children do.
  for (const child of island.children) observer.observe(child)
}

export default hydrateForReader
