import { useEffect, useLayoutEffect, useState } from 'react'
import { type AuthLink, parseAuthLink } from '../../browser/auth-link.ts'
import { withReturnTo } from './return-url.ts'

/** The link that opened this page. `isForThisPage` returns null if it has opened another page. */
export function useAuthLink(
  path: string,
  isForThisPage: (link: AuthLink) => boolean | null,
): [link: AuthLink | null, clearLink: () => void] {
  const [link, setLink] = useState<AuthLink | null | undefined>()

  useEffect(() => {
    const parsed = parseAuthLink(location.href)
    const isMatch = parsed ? isForThisPage(parsed) : false
    if (isMatch === null) return
    setLink(isMatch ? parsed : null)
    // The code must not stay in the address.
    if (parsed && isMatch) history.replaceState(null, '', withReturnTo(path, parsed.returnTo))
  }, [])

  // Shows the page, which AuthLinkScript.astro has hidden.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (link) dataset.authLink = 'open'
    else if (link === null) delete dataset.authLink
  }, [link])

  return [link ?? null, () => setLink(null)]
}
