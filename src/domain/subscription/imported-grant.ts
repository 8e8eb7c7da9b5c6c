/**
 * Access that a reader had at the system which the publication has moved from. It is stored by the hash of
 * the reader's address until a reader signs in whose verified address has that hash.
 */
import { z } from 'zod'
import { readerExportSources } from '../newsletter/newsletter-entry.ts'

/** `importedGrants/{hash of the address}`: the same hash as in `newsletter`. */
export const importedGrantSchema = z.object({
  until: z.date(),
  source: z.enum(readerExportSources),
  importedAt: z.date(),
  /** The editor's name, for the history of the subscription. */
  importedBy: z.string().max(200),
  /**
   * A claimed grant stays until it ends or its reader deletes their account, so that a second import, or
   * another account that gets the address later, can't claim it again.
   */
  claimedAt: z.date().nullable().default(null),
  /** The account that has claimed it. */
  uid: z.string().max(128).nullable().default(null),
})
export type ImportedGrant = z.infer<typeof importedGrantSchema>

/** Returns what an import writes over the stored grant; null if the stored one stays. The later end wins. */
export function mergeImportedGrant(
  stored: ImportedGrant | null,
  imported: ImportedGrant,
): ImportedGrant | null {
  if (!stored) return imported
  return stored.claimedAt === null && stored.until < imported.until ? imported : null
}

/** A reader can claim a grant once, until it ends. */
export const isClaimable = ({ claimedAt, until }: ImportedGrant, now: Date) =>
  claimedAt === null && until > now
