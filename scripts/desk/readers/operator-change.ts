/** Applies an operator's changes to subscriptions, through the same function as all other changes. */
import {
  applySubscriptionEvent,
  type ChangeResult,
} from '../../../functions/subscription/change-subscription.ts'
import { getDesiredStatus } from '../../../src/domain/subscription/desired-status.ts'
import type { SubscriptionRecord } from '../../../src/domain/subscription/subscription.ts'
import type { SubscriptionEvent } from '../../../src/domain/subscription/subscription-event.ts'
import { transition } from '../../../src/domain/subscription/transition.ts'
import { formatDeskCommand } from '../command-line/command.ts'
import { type Desk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import type { FoundReader } from './find-reader.ts'

export type OperatorChangeOptions = {
  readonly message: string | undefined
  readonly dryRun: boolean
}

const subscriptionState = ({ subscription }: SubscriptionRecord) => subscription?.state ?? 'none'

export function toOperatorActor(
  desk: Desk,
  { message = null }: { message?: string | null | undefined },
) {
  return { operator: requireEditor(desk), message }
}

/** Prints the result. Throws if the change isn't possible, with the current state. */
export async function applyOperatorChange(
  desk: Desk,
  reader: FoundReader,
  event: SubscriptionEvent,
  options: OperatorChangeOptions,
): Promise<ChangeResult | null> {
  const actor = toOperatorActor(desk, options)
  if (options.dryRun) {
    printTransition(reader, event)
    return null
  }
  const { firestore } = desk
  const now = () => new Date()
  const changed = await applySubscriptionEvent({ firestore, now }, reader.uid, actor, event)
  if (!changed.ok) {
    const { failure } = changed
    switch (failure.kind) {
      case 'malformed':
        throw new DeskError(
          `subscriptions/${reader.uid}: the stored data is invalid. Nothing was changed.`,
        )
      // PayPal failures can't occur, because PayPal isn't called here.
      case 'notFound':
      case 'refused':
      case 'superseded':
        throw new DeskError(`${reader.uid}: refused (${failure.kind}). Nothing was changed.`)
      default:
        throw firestoreError(`${reader.uid}: not changed`, failure)
    }
  }
  const { record, ignored } = changed.value
  if (ignored === 'notPossible') throw transitionError(reader)
  if (ignored === 'accountDeleted')
    throw new DeskError(`${reader.uid}: the account has been deleted. Nothing was changed.`)
  console.log(
    `${reader.uid}: ${subscriptionState(reader.record)} → ${record ? subscriptionState(record) : 'none'}`,
  )
  if (record && !record.isReconciled) console.log('PayPal will be updated within a minute.')
  return changed.value
}

const transitionError = ({ uid, record }: FoundReader) =>
  new DeskError(
    `This change isn’t possible for a subscription in this state: ${subscriptionState(record)}. ` +
      `For the subscription’s history: ${formatDeskCommand(`reader history ${uid}`)}`,
  )

function printTransition(reader: FoundReader, event: SubscriptionEvent) {
  const next = transition(reader.record, event, new Date())
  if (!next.ok && next.failure === 'notPossible') throw transitionError(reader)
  if (!next.ok) {
    console.log(`${reader.uid}: no change`)
    return
  }
  const { record, emails, giftEmails } = next.value
  console.log(
    `${reader.uid}: would change from ${subscriptionState(reader.record)} to ${subscriptionState(record)}`,
  )
  for (const template of emails) console.log(`  email: ${template}`)
  for (const template of giftEmails) console.log(`  email about a gift: ${template}`)
  const targetState = getDesiredStatus(record)
  if (!record.isReconciled && targetState) console.log(`  PayPal: ${targetState}`)
  console.log('Nothing was written.')
}
