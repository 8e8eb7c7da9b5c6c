/** Every redirect that the desk stores is written here, so none can lead off the site. */
import type { Write } from '../../functions/adapters/firestore.ts'
import { redirectKey, redirectSchema } from '../../src/domain/redirect.ts'
import { Stop } from './ending.ts'

type RedirectWrite = Extract<Write, { set: string }>

const fieldsSchema = redirectSchema.omit({ updatedAt: true })

/** Throws a stop for addresses that the site would refuse. */
export async function buildRedirectWrite(from: string, to: string | null): Promise<RedirectWrite> {
  const parsed = fieldsSchema.safeParse({ from, to })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    const address = path[0] === 'from' ? from : to
    throw new Stop(`${from} can't redirect to ${to ?? 'nothing'}: ${address} ${message}.`)
  }
  return {
    set: `redirects/${await redirectKey(from)}`,
    fields: parsed.data,
    serverTimes: ['updatedAt'],
  }
}
