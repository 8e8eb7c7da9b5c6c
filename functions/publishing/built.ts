import { builtFile, parseBuiltNote } from '../../src/contracts/built.ts'
import type { Bindings } from '../env.ts'

/** Up to when this version of the site holds everything. A site without the note holds nothing. */
export async function builtUpTo({ ASSETS }: Pick<Bindings, 'ASSETS'>): Promise<Date> {
  // Whatever the host: the binding has the files of this version.
  const answer = await ASSETS.fetch(`https://assets.local/${builtFile}`)
  return answer.ok ? parseBuiltNote(await answer.text()) : new Date(0)
}
