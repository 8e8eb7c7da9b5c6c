/**
 * The directive `client:asked`: an island comes to life once a reader asks it for something, by the
 * focus that comes into it or by an address with a query. What was typed until its script is there
 * stays in its fields, for the island to read.
 */
import type { ClientDirective } from 'astro'

const hydrateWhenAsked: ClientDirective = (load, _options, island) => {
  let isAsked = false
  const hydrate = async () => {
    if (isAsked) return
    isAsked = true
    ;(await load())()
  }
  if (location.search || island.contains(document.activeElement)) return void hydrate()
  island.addEventListener('focusin', hydrate, { once: true })
  // After a reload, going back may change the address of the page that is there.
  addEventListener('popstate', hydrate, { once: true })
}

export default hydrateWhenAsked
