/** Draws a gift's link as a QR code, for the printed card. Only that card's page loads the library. */
import encodeQR from 'qr'

/**
 * Returns an SVG path of modules one unit wide, in a square of `size` with a margin of one. The paper forms the rest of
 * the quiet zone.
 */
export function drawQrCode(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: path.join('') }
}
