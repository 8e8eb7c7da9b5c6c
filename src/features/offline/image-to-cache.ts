import { imageKey } from './device-caches.ts'

/** Pixels: sharp on a phone, acceptable on larger screens. */
const targetWidth = 1080

/** Picks the narrowest size that is wide enough, or else the widest. Returns null if the image isn't ours. */
export function pickImageToCache(image: Pick<Element, 'getAttribute'>): string | null {
  const sizes = (image.getAttribute('srcset') ?? '')
    .split(',')
    .map((candidate) => candidate.trim().split(/\s+/))
    .flatMap(([address = '', width = '']) =>
      imageKey(address) ? [{ address, width: Number.parseInt(width, 10) || 0 }] : [],
    )
    .sort((one, other) => one.width - other.width)
  const found = sizes.find(({ width }) => width >= targetWidth) ?? sizes.at(-1)
  const source = image.getAttribute('src') ?? ''
  return found?.address ?? (imageKey(source) ? source : null)
}
