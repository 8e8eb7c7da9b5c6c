import { pictureKey } from './device-caches.ts'

/** Pixels across: sharp on a phone, and good enough on anything larger for a train's ride. */
const wide = 1080

/**
 * The one size in which a picture is kept: the narrowest that is wide enough, or the widest that it
 * has. Null for what is no picture of ours.
 */
export function pictureToKeep(image: Pick<Element, 'getAttribute'>): string | null {
  const sizes = (image.getAttribute('srcset') ?? '')
    .split(',')
    .map((candidate) => candidate.trim().split(/\s+/))
    .flatMap(([address = '', width = '']) =>
      pictureKey(address) ? [{ address, width: Number.parseInt(width, 10) || 0 }] : [],
    )
    .sort((one, other) => one.width - other.width)
  const found = sizes.find(({ width }) => width >= wide) ?? sizes.at(-1)
  const source = image.getAttribute('src') ?? ''
  return found?.address ?? (pictureKey(source) ? source : null)
}
