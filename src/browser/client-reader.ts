/**
 * The directive `client:reader`: an island comes to life at once for signed-in readers, and for
 * guests when they come near it. What it shows to guests has to be whole without its script. The
 * script before the first paint has noted who is reading (layouts/reader-hint-script.ts).
 */
import type { ClientDirective } from 'astro'

const near = '300px'

const hydrateForReader: ClientDirective = (load, _options, island) => {
  const hydrate = async () => (await load())()
  // What is meant for guests is hidden from everybody else, and never comes near them.
  const isShown = [...island.children].some((child) => child.checkVisibility())
  if (document.documentElement.dataset.reader !== 'guest' && isShown) return void hydrate()
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      hydrate()
    },
    { rootMargin: near },
  )
  // The island's own element has no box: its children have.
  for (const child of island.children) observer.observe(child)
}

export default hydrateForReader
