/**
 * The identifier of a story or an event, by which feeds and calendars recognise it at any address. It's stored only
 * with a document that was renamed, or created at another's former address. Otherwise, it's the slug.
 */
import { slugSchema } from './slug.ts'

export const identifierSchema = slugSchema.optional()

export type Identified = { readonly slug: string; readonly identifier?: string | undefined }

export const getIdentifier = ({ slug, identifier }: Identified): string => identifier ?? slug
