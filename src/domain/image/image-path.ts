/** Sizes and formats of images, without zod, because browsers load this file. */

import { getCropFocus } from './focal-point.ts'

export type CardImage = Parameters<typeof getCropFocus>[0] & { readonly id: string }

/**
 * In pixels: the specification's widths (section 9) that a page, a feed or a sitemap uses. Other widths are refused,
 * because anyone could otherwise have images created in all of them. A page that needs another width must add it here.
 */
export const imageWidths = [128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048] as const

export type ImageWidth = (typeof imageWidths)[number]

/** JPEG, WebP and AVIF quality, from 1 to 100 (specification, section 9). */
export const imageQuality = 75

/** The size in pixels. */
export const socialCardSize = { width: 1200, height: 630 } as const

export function getImagePath(id: string, width: ImageWidth): string {
  return `/images/${id}/${width}`
}

/** The query parameter with which staff see pictures that only entitled readers get, such as those in drafts. */
export const deskParameter = 'desk'

export const getDeskImagePath = (id: string, width: ImageWidth): string =>
  `${getImagePath(encodeURIComponent(id), width)}?${deskParameter}`

/** Recordings are stored alongside images, under ids of the same kind. */
export function getAudioPath(id: string): string {
  return `/audio/${id}`
}

/** A picture with a focal point has a card of its own, because ids depend only on bytes, and cards are cached. */
export function getSocialCardPath(image: CardImage): string {
  const { width, height } = socialCardSize
  const focus = getCropFocus(image, width / height)
  return `/images/${image.id}/${width}x${height}${focus === 50 ? '' : `-${focus}`}`
}
