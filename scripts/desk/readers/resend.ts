/** Sends a letter again, with what is so now. It goes out as any other, with the clock’s next minute. */
import { subscriptionLetter } from '../../../functions/letters/subscription-letters.ts'
import { actorFields, historyWrite } from '../../../functions/subscription/change.ts'
import { type Letter, letters, owedNow } from '../../../src/domain/owed.ts'
import { firestoreStop, Stop } from '../ending.ts'
import type { Desk } from '../environment.ts'
import { type ChangeOptions, operatorOf } from './change-reader.ts'
import type { KnownReader } from './find-reader.ts'

const isLetter = (name: string): name is Letter => letters.includes(name as Letter)

export async function resend(
  desk: Desk,
  { uid, record: { subscription } }: KnownReader,
  letter: string | undefined,
  options: ChangeOptions,
): Promise<void> {
  const now = new Date()
  const by = operatorOf(desk, options)
  if (!subscription) throw new Stop('This reader has never had a subscription to write about.')
  const fitting = letters.filter((name) =>
    subscriptionLetter({ letter: name, about: subscription, owedSince: now }, desk.siteUrl),
  )
  const choice = `What can be written about one that is ${subscription.state}: ${fitting.join(', ') || 'nothing'}.`
  if (letter === undefined || !isLetter(letter)) throw new Stop(`Name a letter. ${choice}`, 'usage')
  const written = subscriptionLetter({ letter, about: subscription, owedSince: now }, desk.siteUrl)
  if (!written) throw new Stop(`"${letter}" would not be true. ${choice}`)
  if (options.dryRun) {
    console.log(`would send: ${written.subject}\nNothing was written.`)
    return
  }
  const entry = { at: now, ...actorFields(by), what: 'resent', letter, plan: subscription.plan }
  const stored = await desk.firestore.commit([
    {
      set: `outbox/${crypto.randomUUID()}`,
      fields: owedNow({ kind: 'letter', letter, uid, about: subscription }, now),
      ifExists: false,
    },
    historyWrite(uid, now, entry),
  ])
  if (!stored.ok) throw firestoreStop('no letter was sent', stored.failure)
  console.log(`${uid}: "${written.subject}" goes out within a minute.`)
}
