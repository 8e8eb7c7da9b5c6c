/** Asks for an unknown country when something that depends on it is near the window. */
import { fetchCountry } from './country.ts'

const rootMargin = '300px'

const observer = new IntersectionObserver(
  (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    fetchCountry()
  },
  { rootMargin: rootMargin },
)
// Elements that aren't displayed never intersect.
for (const element of document.querySelectorAll('[data-prices-for], [data-by-country]')) {
  observer.observe(element)
}
