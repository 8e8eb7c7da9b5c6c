/**
 * The identifier of a story or an event, by which feeds and calendars recognise it at any address. Stored only with a
 * document that was renamed, or created at another's former address. Otherwise, the slug is the identifier.
 */
import { slugSchema } from './slug.ts'

export const identifierSchema = slugSchema.optional()

export type Identified = { readonly slug: string; readonly identifier?: string | undefined }

export const getIdentifier = ({ slug, identifier }: Identified): string => identifier ?? slug
