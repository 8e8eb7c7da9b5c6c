import { z } from 'zod'

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

/** A picture's id ends with a hash of its content, so that its address may be cached for ever. */
export const pictureIdPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{16}$/

/** An original in object storage with what a page must know before the picture has loaded. */
export const pictureSchema = z.object({
  id: z.string().regex(pictureIdPattern, 'must be words with hyphens, ending in 16 hex digits'),
  alt: z.string().min(1, 'needs a description for readers who do not see the picture').max(500),
  credit: z.string().min(1, 'needs a credit').max(200),
  width: z.int().positive(),
  height: z.int().positive(),
})

export type Picture = z.infer<typeof pictureSchema>

export function pictureAddress(id: string, width: PictureWidth): string {
  return `/images/${id}/${width}`
}

export function socialCardAddress(id: string): string {
  return `/images/${id}/${socialCard.width}x${socialCard.height}`
}
