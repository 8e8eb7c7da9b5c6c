/** Links on pages of the offer that take with them what the page's address says. */
import { loginAddress } from '../../contracts/login-address.ts'
import { offerSource, withSource } from '../../domain/offer-source.ts'

const links = (mark: string) => document.querySelectorAll<HTMLAnchorElement>(`a[${mark}]`)

/** `data-carries-source`: where the reader came from goes on; `data-comes-back`: logging in leads back here. */
export function leadOn() {
  const source = offerSource(location.search)
  if (source) {
    for (const link of links('data-carries-source')) {
      link.href = withSource(link.getAttribute('href') ?? '', source)
    }
  }
  for (const link of links('data-comes-back')) {
    const bringBack = () => {
      link.href = loginAddress(location.pathname + location.search)
    }
    bringBack()
    // What was chosen meanwhile stands in the address.
    link.addEventListener('click', bringBack)
  }
}
