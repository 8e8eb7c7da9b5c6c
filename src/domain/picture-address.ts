/** Where pictures are served, and how wide. Free of zod, because browsers load this file. */

/**
 * Widths in CSS pixels times device ratio that a picture is served in: the specification's device
 * widths and image widths (section 9). Any other width is refused, so that nobody can have the
 * edge make pictures without end.
 */
export const pictureWidths = [
  16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840,
] as const

export type PictureWidth = (typeof pictureWidths)[number]

/** JPEG, WebP and AVIF quality of the specification (section 9), 1 to 100. */
export const pictureQuality = 75

/** The cut that Open Graph cards show, in pixels. */
export const socialCard = { width: 1200, height: 630 } as const

export function pictureAddress(id: string, width: PictureWidth): string {
  return `/images/${id}/${width}`
}

export function socialCardAddress(id: string): string {
  return `/images/${id}/${socialCard.width}x${socialCard.height}`
}
