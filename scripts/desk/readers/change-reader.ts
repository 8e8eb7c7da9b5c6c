/** Changes of a reader’s subscription by the operator: through the one way in which any of them changes. */
import { type Changed, changeSubscription } from '../../../functions/subscription/change.ts'
import { succeed } from '../../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../../src/domain/subscription.ts'
import type { SubscriptionEvent } from '../../../src/domain/subscription-event.ts'
import { transition } from '../../../src/domain/subscription-transition.ts'
import { wantedAtProvider } from '../../../src/domain/wanted-and-due.ts'
import { firestoreStop, Stop } from '../ending.ts'
import { type Desk, editorOf } from '../environment.ts'
import type { KnownReader } from './find-reader.ts'

export type ChangeOptions = { readonly message: string | undefined; readonly dryRun: boolean }

const stateOf = ({ subscription }: SubscriptionRecord) => subscription?.state ?? 'none'

/** As the history keeps it. */
export const operatorOf = (desk: Desk, { message }: Pick<ChangeOptions, 'message'>) => ({
  operator: editorOf(desk),
  message: message ?? null,
})

/** Says what comes of it. Refused where it cannot be, with where the reader stands. */
export async function changeReader(
  desk: Desk,
  reader: KnownReader,
  event: SubscriptionEvent,
  options: ChangeOptions,
): Promise<Changed | null> {
  const by = operatorOf(desk, options)
  if (options.dryRun) {
    sayTransition(reader, event)
    return null
  }
  const changed = await changeSubscription({
    firestore: desk.firestore,
    uid: reader.uid,
    by,
    now: () => new Date(),
    event: async () => succeed(event),
  })
  if (!changed.ok) {
    const { failure } = changed
    switch (failure.kind) {
      case 'malformed':
        throw new Stop(`subscriptions/${reader.uid} is not as it should be; nothing was changed.`)
      // Of PayPal, which is not asked here.
      case 'notFound':
      case 'refused':
        throw new Stop(`It was refused: ${failure.kind}.`)
      default:
        throw firestoreStop('the subscription was not changed', failure)
    }
  }
  const { record, ignored } = changed.value
  if (ignored === 'notPossible') throw notPossible(reader)
  console.log(`${reader.uid}: ${stateOf(reader.record)} → ${record ? stateOf(record) : 'none'}`)
  if (record && !record.isAligned) console.log('PayPal is told within a minute.')
  return changed.value
}

const notPossible = ({ record }: KnownReader) =>
  new Stop(`That cannot be done with a subscription in this state: ${stateOf(record)}.`)

/** What would come of it, by the same rules. */
function sayTransition(reader: KnownReader, event: SubscriptionEvent): void {
  const next = transition(reader.record, event, new Date())
  if (!next.ok && next.failure === 'notPossible') throw notPossible(reader)
  if (!next.ok) {
    console.log('Nothing would change.')
    return
  }
  const { record, letters } = next.value
  console.log(`${reader.uid}: would be ${stateOf(reader.record)} → ${stateOf(record)}`)
  for (const letter of letters) console.log(`  a letter: ${letter}`)
  const wanted = wantedAtProvider(record.subscription)
  if (!record.isAligned && wanted) console.log(`  PayPal: ${wanted}`)
  console.log('Nothing was written.')
}
