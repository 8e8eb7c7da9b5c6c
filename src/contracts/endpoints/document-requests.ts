/** The parts that requests about the desk's documents share. */
import { z } from 'zod'
import { manuscriptCollections } from '../../domain/publication.ts'

export const caller = 'staff'
export const readLimit = ['LOOK_UP_LIMIT', 'staff-documents'] as const
export const writeLimit = ['LOOK_UP_LIMIT', 'staff-writes'] as const

export const maxActBytes = 8000

export const timeSchema = z.iso.datetime()
export const collectionSchema = z.enum(manuscriptCollections)

export const address = z.object({
  collection: collectionSchema,
  /** The handler checks the slug by the collection's own rule. */
  slug: z.string().min(1).max(200),
})
/** The front page is `front/home`. */
export const revisedAddress = address.extend({
  collection: z.enum([...manuscriptCollections, 'front']),
})
export const exampleAddress = { collection: 'articles', slug: 'fathers-in-pencil' } as const

/** The revision of the draft that the caller has seen. `outdated`: another revision has been saved since. */
const revision = z.int().min(1)
/** The version of the stored document that the caller has seen. */
export const version = z.string().max(60)
export const knownDraft = {
  revision,
  /** The draft's base. Each draft counts from 1, so a later draft can have the same revision. */
  base: version.nullable().default(null),
}
