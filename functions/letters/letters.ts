/**
 * Letters as they go out: to whom, and whether there is still anything to say. The address and the
 * name are those of the moment of sending; what the letter says is of the moment that it tells of.
 */
import { letterLife, type OwedOf } from '../../src/domain/owed.ts'
import { type Reader, readerSchema } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { standing } from '../../src/domain/standing.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { Mail } from '../adapters/mail.ts'
import type { PayPal, PayPalSubscription } from '../adapters/paypal.ts'
import { subscriptionPath } from '../subscription/change.ts'
import type { Letters, OwedLetter } from '../subscription/drain-outbox.ts'
import { findCheckout, nobody } from '../subscription/look.ts'
import { finishAccountLetter, studentLetter } from './address-letters.ts'
import { htmlOf, type Letter, textOf } from './layout.ts'
import { givenBackLetter, subscriptionLetter } from './subscription-letters.ts'

/** Where letters go in, and where their links lead back. */
export type LetterBox = {
  readonly mail: Mail
  /** An origin. */
  readonly siteUrl: string
}

export type LetterMeans = {
  /** Null where none is set up: letters are written to nobody. */
  readonly box: LetterBox | null
  readonly firestore: Firestore
  readonly paypal: PayPal
  /** Makes the key by which whoever paid for this checkout comes back to it. */
  readonly finishKey: (checkout: string) => Promise<string>
  readonly now: () => Date
  readonly log: (event: string, details: Readonly<Record<string, string | number>>) => void
}

type Addressee = Pick<Reader, 'first_name' | 'email'>
type Failure = { readonly kind: string }

/** What is to be written to whom; null where there is nothing to say any more. */
type Written = { readonly to: Addressee; readonly letter: Letter } | null

async function post(
  { mail, siteUrl }: LetterBox,
  { to, letter }: NonNullable<Written>,
  id: string,
): ReturnType<Mail['send']> {
  const { email, first_name } = to
  return mail.send(
    {
      to: email,
      subject: letter.subject,
      text: textOf(letter, first_name, siteUrl),
      html: htmlOf(letter, first_name, siteUrl),
    },
    id,
  )
}

export function createLetters(means: LetterMeans): Letters {
  const { box, now, log } = means
  return {
    async send(owed, id) {
      const drop = (reason: string) => {
        log('letter_dropped', { id, reason })
        return succeed(undefined)
      }
      if (!box) return drop('no mail service')
      if (now().getTime() - owed.owedSince.getTime() > letterLife) return drop('too old')
      const written = await write({ ...means, siteUrl: box.siteUrl }, owed)
      if (!written.ok) return written
      if (!written.value) return drop('nothing to say')
      const sent = await post(box, written.value, id)
      if (!sent.ok && sent.failure.kind === 'refused') return drop('refused')
      return sent
    },
  }
}

type Means = LetterMeans & Pick<LetterBox, 'siteUrl'>

async function write(means: Means, owed: OwedLetter): Promise<Result<Written, Failure>> {
  if (owed.kind === 'finishAccount') return writeToPayer(means, owed.checkout)
  const to = await addresseeOf(means, owed)
  if (!to.ok) return to
  if (!to.value) return succeed(null)
  const letter =
    owed.kind === 'letter' ? subscriptionLetter(owed, means.siteUrl) : givenBackLetter(owed)
  return succeed(letter && { to: to.value, letter })
}

/** Null for somebody who is leaving for good. */
async function findReader(
  firestore: Firestore,
  uid: string,
): Promise<Result<Reader | null, Failure>> {
  const stored = await firestore.get(`users/${uid}`)
  if (!stored.ok) return stored
  if (!stored.value) return fail({ kind: 'nobody' })
  const reader = readerSchema.safeParse(stored.value.fields)
  if (!reader.success) return fail({ kind: 'malformed' })
  return succeed(reader.data.leavingAt || reader.data.email === '' ? null : reader.data)
}

/**
 * A guest who has paid has no account yet, or another account has claimed the purchase: the checkout
 * knows. Until there is an account, most emails wait. A refund is confirmed to the payer at once,
 * because a refunded guest may never create an account.
 */
async function addresseeOf(
  { firestore, paypal }: Pick<LetterMeans, 'firestore' | 'paypal'>,
  owed: OwedOf<'letter' | 'givenBack'>,
): Promise<Result<Addressee | null, Failure>> {
  const { uid } = owed
  if (uid === nobody) return succeed(null)
  const provider = owed.kind === 'letter' ? owed.about.provider : owed.provider
  const reader = await findReader(firestore, uid)
  if (reader.ok || reader.failure.kind !== 'nobody') return reader
  const checkout = await findCheckout(firestore, provider)
  if (!checkout.ok) return checkout
  // Without either, they have deleted their account.
  if (!checkout.value) return succeed(null)
  if (checkout.value.uid !== uid) return findReader(firestore, checkout.value.uid)
  if (owed.kind !== 'givenBack' || !checkout.value.isGuest) return reader
  const found = await paypal.find(provider)
  return found.ok ? succeed(asAddressee(found.value.payer)) : found
}

/** Null where PayPal doesn't name an address. */
const asAddressee = ({ email, firstName }: PayPalSubscription['payer']): Addressee | null =>
  email === '' ? null : { email, first_name: firstName }

/** Only while what was paid for lasts, which may be after it was cancelled, and no account has it. */
async function writeToPayer(
  { firestore, paypal, siteUrl, finishKey, now }: Means,
  id: string,
): Promise<Result<Written, Failure>> {
  const checkout = await findCheckout(firestore, id)
  if (!checkout.ok) return checkout
  if (!checkout.value) return succeed(null)
  const reader = await findReader(firestore, checkout.value.uid)
  if (reader.ok) return succeed(null)
  if (reader.failure.kind !== 'nobody') return reader
  const stored = await firestore.get(subscriptionPath(checkout.value.uid))
  if (!stored.ok) return stored
  const record = subscriptionRecordSchema.safeParse(stored.value?.fields ?? {})
  if (!record.success) return fail({ kind: 'malformed' })
  if (!standing(record.data, now()).entitled) return succeed(null)
  const found = await paypal.find(id)
  if (!found.ok) return found
  const to = asAddressee(found.value.payer)
  if (!to) return succeed(null)
  return succeed({
    to,
    letter: finishAccountLetter(id, await finishKey(id), siteUrl),
  })
}

/** Sent at once, because somebody is waiting: `key` is signed for this address. */
export async function confirmStudent(
  box: LetterBox,
  { to, key }: { readonly to: string; readonly key: string },
): ReturnType<Mail['send']> {
  const written = { to: { first_name: '', email: to }, letter: studentLetter(key, box.siteUrl) }
  return post(box, written, crypto.randomUUID())
}
