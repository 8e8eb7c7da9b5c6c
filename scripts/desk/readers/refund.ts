/**
 * Gives a reader's payment back, whole. PayPal first, once however often it is asked; then the record,
 * which PayPal's own message would bring there as well. With the payment that a subscription runs on
 * the subscription ends.
 */
import type { PayPalTransaction } from '../../../functions/adapters/paypal-payments.ts'
import type { PayPalFailure } from '../../../functions/adapters/paypal-wire.ts'
import { actorFields, historyWrite } from '../../../functions/subscription/change.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { firestoreStop, Stop } from '../ending.ts'
import { type Desk, payPalOf } from '../environment.ts'
import { printInstant } from '../instant.ts'
import { type ChangeOptions, changeReader, operatorOf } from './change-reader.ts'
import type { KnownReader } from './find-reader.ts'

const words = ({ id, at, gross }: PayPalTransaction) =>
  `${formatMoney(gross)} of ${printInstant(at)} (${id})`

function payPalStop(doing: string, failure: PayPalFailure): Stop {
  switch (failure.kind) {
    case 'unavailable':
      return new Stop(
        `${doing}: PayPal does not answer (${failure.reason}). Run the same command again.`,
        'away',
      )
    case 'notFound':
      return new Stop(`${doing}: PayPal does not know it.`)
    case 'refused':
      return new Stop(`${doing}: PayPal refused (${failure.issue}).`)
  }
}

export async function refund(
  desk: Desk,
  reader: KnownReader,
  paymentId: string | undefined,
  options: ChangeOptions,
): Promise<void> {
  const { subscription } = reader.record
  if (!subscription) throw new Stop('This reader has never paid for a subscription.')
  const { provider } = subscription
  const by = operatorOf(desk, options)
  const paypal = payPalOf(desk)
  const listed = await paypal.transactions(provider, new Date(0), new Date())
  if (!listed.ok) throw payPalStop('looking for the payment', listed.failure)
  const payment = choose(listed.value, paymentId)
  const isReturned = payment.status === 'REFUNDED'
  if (options.dryRun) console.log(`would give back ${words(payment)}`)
  else if (isReturned) console.log(`${words(payment)} has gone back already`)
  else {
    const returned = await paypal.refund(payment.id, `refund-${payment.id}`)
    if (!returned.ok) throw payPalStop('nothing was given back', returned.failure)
    console.log(`gave back ${words(payment)}`)
  }
  const event = { kind: 'refunded', provider, paymentAt: payment.at } as const
  const changed = await changeReader(desk, reader, event, options)
  // One that the subscription does not run on leaves it as it is, and where PayPal’s message was
  // faster it has done the rest: who gave it back is to be found in the log.
  if (!changed?.ignored || isReturned) return
  const at = new Date()
  const { plan } = subscription
  const entry = {
    at,
    ...actorFields(by),
    what: 'refunded',
    plan,
    provider,
    givenBackAt: payment.at,
  }
  const logged = await desk.firestore.commit([historyWrite(reader.uid, at, entry)])
  if (!logged.ok) throw firestoreStop('it went back, and was not logged', logged.failure)
}

/** The one that was named, else the latest that has not gone back. */
function choose(payments: readonly PayPalTransaction[], id: string | undefined): PayPalTransaction {
  const known = payments.map((payment) => `\n  ${words(payment)}, ${payment.status}`).join('')
  if (id !== undefined) {
    const named = payments.find((payment) => payment.id === id)
    if (!named) throw new Stop(`There is no payment ${id}. There are:${known || ' none'}`)
    if (named.status !== 'COMPLETED' && named.status !== 'REFUNDED') {
      throw new Stop(`${id} is ${named.status}: it cannot be given back.`)
    }
    return named
  }
  const latest = payments
    .filter(({ status }) => status === 'COMPLETED')
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
  if (!latest) throw new Stop(`No payment can be given back. There are:${known || ' none'}`)
  return latest
}
