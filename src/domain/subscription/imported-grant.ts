/**
 * Access that a reader had in the publication's previous system. It's stored by the hash of the reader's address until
 * a reader signs in whose verified address has that hash.
 */
import { z } from 'zod'
import { readerExportSources } from '../newsletter/newsletter-entry.ts'

/** A grant, stored as `importedGrants/{hash of the address}`, with the same hash as in `newsletter`. */
export const importedGrantSchema = z.object({
  until: z.date(),
  source: z.enum(readerExportSources),
  importedAt: z.date(),
  /** The editor's name, for the subscription's history. */
  importedBy: z.string().max(200),
  /**
   * A claimed grant is kept until the grant ends or its reader deletes their account, so that neither a second import
   * nor another account that later has the address can claim it again.
   */
  claimedAt: z.date().nullable().default(null),
  /** The account that has claimed the grant. */
  uid: z.string().max(128).nullable().default(null),
})
export type ImportedGrant = z.infer<typeof importedGrantSchema>

/** Returns the grant that replaces the existing one; null if the existing one is kept. The later end applies. */
export function mergeImportedGrant(
  stored: ImportedGrant | null,
  imported: ImportedGrant,
): ImportedGrant | null {
  if (!stored) return imported
  return stored.claimedAt === null && stored.until < imported.until ? imported : null
}

/** A reader can claim a grant once, until the grant ends. */
export const isClaimable = ({ claimedAt, until }: ImportedGrant, now: Date) =>
  claimedAt === null && until > now
