import { z } from 'zod'

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
