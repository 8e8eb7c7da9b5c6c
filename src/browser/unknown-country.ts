/** On a page without the reader's country: asks for it when something that depends on it comes near the window. */
import { askForCountry } from './country.ts'

const near = '300px'

const observer = new IntersectionObserver(
  (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    askForCountry()
  },
  { rootMargin: near },
)
// What isn't displayed never comes near.
for (const element of document.querySelectorAll('[data-prices-for], [data-by-country]')) {
  observer.observe(element)
}
