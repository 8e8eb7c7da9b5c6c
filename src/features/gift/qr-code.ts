/** The gift's link for a phone's camera, on the printed card. Only the page of that card loads the library. */
import encodeQR from 'qr'

/** An SVG path of modules that are one unit wide, in a square of `size` with a margin of one. Paper is the rest of the quiet zone. */
export function drawQrCode(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: path.join('') }
}
