import type { PictureKind } from './publishing.ts'

/** Brands of the box that an AVIF begins with, the first of them its own and the rest what it is too. */
function isAvif(head: string): boolean {
  if (head.slice(4, 8) !== 'ftyp') return false
  const length = [...head.slice(0, 4)].reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)
  const brands: string[] = head.slice(8, Math.min(length, head.length)).match(/.{4}/gs) ?? []
  return brands.includes('avif') || brands.includes('avis')
}

/** Bytes at the beginning of a picture that tell its kind. */
export const pictureKindBytes = 64

/** What a picture is by its first bytes, or null. That the rest of it is whole is another matter. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  // A character a byte, which no decoder of texts promises.
  const head = String.fromCharCode(...bytes.subarray(0, pictureKindBytes))
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp'
  return isAvif(head) ? 'image/avif' : null
}
