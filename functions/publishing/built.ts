import type { Services } from '../http/context.ts'

/** Up to when this version of the site holds everything. A site without the note holds nothing. */
export async function builtUpTo({ siteNotes }: Pick<Services, 'siteNotes'>): Promise<Date> {
  return (await siteNotes.builtAt()) ?? new Date(0)
}
