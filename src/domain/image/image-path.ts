/** Free of zod, because browsers load this file. */

/**
 * In pixels: those of the specification (section 9) that a page, a feed or a sitemap asks for. Others are refused, because
 * anyone could have every image made in them. A page that needs another adds it here.
 */
export const imageWidths = [128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048] as const

export type ImageWidth = (typeof imageWidths)[number]

/** JPEG, WebP and AVIF quality, 1 to 100 (specification, section 9). */
export const imageQuality = 75

/** Pixels. */
export const socialCardSize = { width: 1200, height: 630 } as const

export function getImagePath(id: string, width: ImageWidth): string {
  return `/images/${id}/${width}`
}

/** In the query of a picture's path, for staff: shows pictures that only entitled readers see, such as those of drafts. */
export const deskParameter = 'desk'

/** Recordings are stored beside images, under ids of the same kind. */
export function getAudioPath(id: string): string {
  return `/audio/${id}`
}

export function getSocialCardPath(id: string): string {
  return `/images/${id}/${socialCardSize.width}x${socialCardSize.height}`
}
