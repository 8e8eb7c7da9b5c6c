import { z } from 'zod'
import { focalPointPattern } from './focal-point.ts'

/** An id ends with a content hash, so the image can be cached permanently. */
export const imageIdPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{16}$/

export const missingAltProblem = 'needs a description of the picture, for screen readers'

/** An image as stored, without the rule that it must have a description. */
export const imageFields = z.object({
  id: z.string().regex(imageIdPattern, 'must be words with hyphens, ending in 16 hex digits'),
  alt: z.string().max(500),
  /**
   * True for an imported picture without a description: `alt` is its caption, or is empty, which makes it decorative.
   * Only imports set this; the desk removes it when an editor writes a description.
   */
  altNeeded: z.literal(true).optional(),
  caption: z.string().min(1).max(500).optional(),
  /** The credit; empty if unknown. */
  credit: z.string().max(200),
  width: z.int().positive(),
  height: z.int().positive(),
  focus: z.string().regex(focalPointPattern, 'must be two percentages, such as "30 60"').optional(),
})

/** A validated image, whose original is in object storage. */
export const imageSchema = imageFields.superRefine(({ alt, altNeeded }, { addIssue }) => {
  if (alt === '' && !altNeeded)
    addIssue({ code: 'custom', path: ['alt'], message: missingAltProblem })
})

/** The fields of an image that are shown in lists. */
export const listedImageSchema = imageFields.pick({
  id: true,
  alt: true,
  width: true,
  height: true,
  focus: true,
})

export type ImageDetails = z.infer<typeof imageSchema>
