/** The log of a reader’s subscription: what happened when, and whose doing it was. */
import { z } from 'zod'
import type { StoredDocument } from '../../../functions/adapters/firestore.ts'
import { subscriptionPath } from '../../../functions/subscription/change.ts'
import { firestoreStop } from '../ending.ts'
import type { Desk } from '../environment.ts'
import { plain } from '../plain.ts'
import { when } from './say-reader.ts'

const instant = z.date().nullable().default(null)
const word = z.string().nullable().default(null)

/** As much of an entry as is printed; what is not there is left out. */
const entrySchema = z.object({
  at: z.date(),
  by: z.string(),
  operator: word,
  message: word,
  what: z.string(),
  from: word,
  to: word,
  plan: word,
  provider: word,
  paymentAt: instant,
  givenBackAt: instant,
  surplus: word,
  until: instant,
  letter: word,
})

export async function sayHistory(desk: Desk, uid: string): Promise<void> {
  const found = await desk.firestore.query({
    collection: 'history',
    under: subscriptionPath(uid),
    orderBy: 'at',
    newestFirst: true,
  })
  if (!found.ok) throw firestoreStop('reading the history', found.failure)
  if (found.value.documents.length === 0) console.log('Nothing has happened yet.')
  for (const document of found.value.documents) console.log(plain(lineOf(document)))
}

function lineOf({ id, fields }: StoredDocument): string {
  const parsed = entrySchema.safeParse(fields)
  if (!parsed.success) return `${id}  (not an entry)`
  const { at, by, operator, what, from, to, plan, provider, message, ...rest } = parsed.data
  const details = [
    from !== to && `${from ?? 'none'} → ${to ?? 'none'}`,
    plan,
    provider,
    rest.paymentAt && `paid ${when(rest.paymentAt)}`,
    rest.givenBackAt && `gives back the payment of ${when(rest.givenBackAt)}`,
    rest.surplus && `one too many: ${rest.surplus}`,
    rest.until && `until ${when(rest.until)}`,
    rest.letter,
  ].filter(Boolean)
  const words = message === null ? '' : `: ${message}`
  return `${when(at)}  ${operator ?? by}  ${what}  ${details.join(', ')}${words}`
}
