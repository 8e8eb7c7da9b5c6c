/**
 * The name of a story or an event in feeds and calendars, which recognise it by that at any address. Stored with a document
 * that was renamed, or created at an address that another one has had; all others have their slug.
 */
import { slugSchema } from './slug.ts'

export const identifierSchema = slugSchema.optional()

export type Identified = { readonly slug: string; readonly identifier?: string | undefined }

export const getIdentifier = ({ slug, identifier }: Identified): string => identifier ?? slug
