/**
 * The directive `client:interaction`: an island hydrates when it gets the focus, and with the value `query` at once if the
 * address has one. What was typed before is still in its fields, for the island to read.
 */
import type { ClientDirective } from 'astro'

const hydrateOnInteraction: ClientDirective = (load, { value }, island) => {
  let isHydrating = false
  const hydrate = async () => {
    if (isHydrating) return
    isHydrating = true
    ;(await load())()
  }
  if ((value === 'query' && location.search) || island.contains(document.activeElement))
    return void hydrate()
  island.addEventListener('focusin', hydrate, { once: true })
  // After a reload, going back may only change the address.
  addEventListener('popstate', hydrate, { once: true })
}

export default hydrateOnInteraction
