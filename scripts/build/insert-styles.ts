/** Adds styles to a rendered page. */
import { findEndOfHead } from '../../src/contracts/pages/html-tags.ts'

/** Astro writes this style before a page's first island, where HTML allows none. */
const islandStyle = Buffer.from(
  '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>',
)

/** Inserts styles where Astro does: last in the head. Throws without a head. */
export function insertStyles(page: Buffer, styles: Buffer): Uint8Array {
  const firstEnd = page.indexOf('</head>')
  // A title may contain `</head>` too.
  const isAmbiguous = page.indexOf('</head>', firstEnd + 1) >= 0
  const endOfHead = isAmbiguous ? findEndOfHead(page.toString('latin1')) : firstEnd
  if (endOfHead < 0) throw new Error('A page with styles has no <head>.')
  const head = [page.subarray(0, endOfHead), styles]
  const island = page.indexOf(islandStyle, endOfHead)
  if (island < 0) return Buffer.concat([...head, page.subarray(endOfHead)])
  const [before, after] = [
    page.subarray(endOfHead, island),
    page.subarray(island + islandStyle.length),
  ]
  return Buffer.concat([...head, islandStyle, before, after])
}
