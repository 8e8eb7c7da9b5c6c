import { createHash } from 'node:crypto'

/**
 * Marks a page that was opened by the link of a letter before it is painted: what it has to say then,
 * only its island knows (use-opened-letter.ts), and the form for everybody else is not shown meanwhile.
 */
export const letterMark =
  "if(/[?&]oobCode=/.test(location.search))document.documentElement.dataset.letter=''"

/** As the page's policy names it, which is written before the script is. */
export const letterMarkHash =
  `sha256-${createHash('sha256').update(letterMark).digest('base64')}` as const
