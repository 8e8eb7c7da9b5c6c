/** The only place that creates redirects, so that none can leave the site. */
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { hashRedirectPath, redirectSchema } from '../../../src/domain/redirect.ts'
import { DeskError } from '../command-line/exit-status.ts'

type RedirectWrite = Extract<Write, { set: string }>

const redirectFieldsSchema = redirectSchema.omit({ updatedAt: true })

/** Throws for addresses that the site would refuse. `importedFrom` is the source of an import. */
export async function buildRedirectWrite(
  from: string,
  to: string | null,
  importedFrom?: string,
): Promise<RedirectWrite> {
  const parsed = redirectFieldsSchema.safeParse({ from, to, importedFrom })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    const address = path[0] === 'from' ? from : to
    const refused = to === null ? 'can’t stop redirecting' : `can’t redirect to ${to}`
    throw new DeskError(`${from} ${refused}: ${address} ${message}.`)
  }
  const path = `redirects/${await hashRedirectPath(from)}`
  return { set: path, fields: parsed.data, serverTimes: ['updatedAt'] }
}
