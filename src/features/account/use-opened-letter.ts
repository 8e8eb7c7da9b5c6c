import { useEffect, useLayoutEffect, useState } from 'react'
import { type LetterLink, readLetterLink } from './letter-link.ts'
import { keepingReturn } from './return-address.ts'

/**
 * The letter by whose link this page was opened, and what puts it away. `isMeant` says whether a
 * letter is for this page; null from it leaves the page as it is, on its way to another.
 */
export function useOpenedLetter(
  path: string,
  isMeant: (letter: LetterLink) => boolean | null,
): [letter: LetterLink | null, putAway: () => void] {
  const [letter, setLetter] = useState<LetterLink | null | undefined>()

  useEffect(() => {
    const opened = readLetterLink(location.href)
    const meant = opened ? isMeant(opened) : false
    if (meant === null) return
    setLetter(meant ? opened : null)
    // The code is nobody else's business, and stays in this page alone.
    if (opened && meant) history.replaceState(null, '', keepingReturn(path, opened.returnTo))
  }, [])

  // With what there is to show instead, the page may be seen (LetterMark.astro).
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (letter) dataset.letter = 'open'
    else if (letter === null) delete dataset.letter
  }, [letter])

  return [letter ?? null, () => setLetter(null)]
}
