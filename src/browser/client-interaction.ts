/**
 * The directive `client:interaction`: an island hydrates when it gets the focus. With the value `query`, it hydrates
 * immediately if the address has a query. Text typed before that is still in the fields, where the island can read it.
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
  // After a reload, going back may change only the address.
  addEventListener('popstate', hydrate, { once: true })
}

export default hydrateOnInteraction
