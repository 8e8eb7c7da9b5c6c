/** Adds styles to a rendered page. */
import { findEndOfHead } from '../../src/contracts/pages/html-tags.ts'

/** Inserts styles where Astro does: last in the head. Throws without a head. */
export function insertStyles(page: Buffer, styles: Buffer): Uint8Array {
  const firstEnd = page.indexOf('</head>')
  // A title may contain `</head>` too.
  const isAmbiguous = page.indexOf('</head>', firstEnd + 1) >= 0
  const endOfHead = isAmbiguous ? findEndOfHead(page.toString('latin1')) : firstEnd
  if (endOfHead < 0) throw new Error('A page with styles has no <head>.')
  return Buffer.concat([page.subarray(0, endOfHead), styles, page.subarray(endOfHead)])
}
