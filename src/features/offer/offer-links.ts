import { getLoginPath } from '../../contracts/pages/login-paths.ts'
import { addOfferSource, parseOfferSource } from '../../domain/statistics/offer-source.ts'

const findLinks = (attribute: string) =>
  document.querySelectorAll<HTMLAnchorElement>(`a[${attribute}]`)

/** `data-keep-source` keeps the offer's source; `data-return-here` returns to this page after logging in. */
export function updateOfferLinks() {
  const source = parseOfferSource(location.search)
  if (source) {
    for (const link of findLinks('data-keep-source')) {
      link.href = addOfferSource(link.getAttribute('href') ?? '', source)
    }
  }
  for (const link of findLinks('data-return-here')) {
    const setReturnUrl = () => {
      link.href = getLoginPath(location.pathname + location.search)
    }
    setReturnUrl()
    // The address contains the selected plan.
    link.addEventListener('click', setReturnUrl)
  }
}
