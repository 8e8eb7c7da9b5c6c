import type { ImageType } from './publishing-endpoints.ts'

/** An AVIF file starts with a box that lists the file's brand and compatible brands. */
function isAvif(firstBytes: string): boolean {
  if (firstBytes.slice(4, 8) !== 'ftyp') return false
  const length = [...firstBytes.slice(0, 4)].reduce(
    (sum, byte) => sum * 256 + byte.charCodeAt(0),
    0,
  )
  const brands: string[] =
    firstBytes.slice(8, Math.min(length, firstBytes.length)).match(/.{4}/gs) ?? []
  return brands.includes('avif') || brands.includes('avis')
}

/** The number of first bytes that identify the type. */
export const imageTypeBytes = 64

/** Uses only the first bytes; the rest may be damaged. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  // One character per byte, which TextDecoder doesn't guarantee.
  const firstBytes = String.fromCharCode(...bytes.subarray(0, imageTypeBytes))
  if (firstBytes.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (firstBytes.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(firstBytes)) return 'image/gif'
  if (firstBytes.startsWith('RIFF') && firstBytes.slice(8, 12) === 'WEBP') return 'image/webp'
  return isAvif(firstBytes) ? 'image/avif' : null
}
