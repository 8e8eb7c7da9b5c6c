/** Changes of a document as it is stored, which need no manuscript. */
import type { StoredDocument, Write } from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { firestoreStop, Stop } from './ending.ts'
import type { Desk } from './environment.ts'
import type { Place } from './revision.ts'
import { readStored } from './surroundings.ts'
import { type Change, type WriteOptions, writeDocuments } from './write.ts'

/** The document with its path; refused where there is none. */
export async function existing(desk: Desk, { collection, slug }: Place): Promise<StoredDocument> {
  if (!slugSchema.safeParse(slug).success) throw new Stop(`${slug} is no slug.`, 'usage')
  const stored = await readStored(desk, `${collection}/${slug}`)
  if (stored) return stored
  throw new Stop(`There is no ${collection}/${slug}.`)
}

type Replacement = Place & {
  readonly stored: StoredDocument | null
  readonly fields: Fields
  readonly alongside?: readonly Write[]
}

/**
 * Writes over exactly the version that was read. Answers the commit's time to announce, or the
 * document's where it is so already; null in a dry run. Throws where it cannot be.
 */
export async function replaceStored(
  desk: Desk,
  { stored, ...change }: Replacement,
  options: WriteOptions,
): Promise<string | null> {
  const { updatedAt: _, ...fields } = change.fields
  const base: Change['base'] = stored?.updateTime ?? 'new'
  const place = `${change.collection}/${change.slug}`
  const written = await writeDocuments(desk, [{ ...change, fields, base }], options)
  if (!written.ok) throw firestoreStop(`${place} was not changed`, written.failure)
  const [outcome] = written.value.outcomes
  switch (outcome!.result) {
    case 'written':
      if (options.dryRun) console.log(`${place} would be ${options.action}. Nothing was written.`)
      else console.log(`${place}: ${options.action}`)
      return written.value.at
    case 'unchanged':
      console.log(`${place}: is so already`)
      return options.dryRun ? null : outcome!.updateTime
    case 'conflict':
      throw new Stop(
        `${place} was changed by somebody else at this moment: look again.`,
        'conflict',
      )
    case 'invalid': {
      const words = outcome!.problems.map(({ field, message }) => `${field.join('.')}: ${message}`)
      throw new Stop(`${place} would not be valid.\n  ${words.join('\n  ')}`)
    }
  }
}
