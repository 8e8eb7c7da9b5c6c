/**
 * Sends the emails that a reader is waiting for as soon as their request has been answered. What fails
 * here stays in the outbox for the cron job.
 */
import type { StoredDocument } from '../adapters/firestore.ts'
import { attemptRecord } from '../cron/due-records.ts'
import type { EdgeContext, Services } from '../http/context.ts'
import { emailRecords, type Letters } from '../subscription/drain-outbox.ts'
import { createLetters } from './letters.ts'

type LettersDeps = Pick<Services, 'firestore' | 'letterBox' | 'tokens' | 'now' | 'log'>

/** `paypal` may go through a circuit breaker. */
export const lettersOf = (
  { firestore, letterBox, tokens, now, log }: LettersDeps,
  paypal: NonNullable<Services['paypal']>,
): Letters =>
  createLetters({
    box: letterBox,
    firestore,
    paypal,
    finishKey: (checkout) => tokens.issueMark('finish', checkout, now()),
    now,
    log,
  })

/** Items of one reader that a request looks at. More than a reader can add in a minute. */
const maxItems = 20

/**
 * `uid` as the outbox items have it: of the reader, or of the guest who bought. Items that the cron job
 * has tried without success are tried again: the mail service recognises an email that it has sent.
 */
export function sendEmailsTo(context: EdgeContext, uid: string): void {
  const { services } = context.var
  const { paypal, letterBox } = services
  if (!paypal || !letterBox) return
  context.executionCtx.waitUntil(sendAll(services, paypal, uid))
}

async function sendAll(
  services: Services,
  paypal: NonNullable<Services['paypal']>,
  uid: string,
): Promise<void> {
  const { firestore, log } = services
  const found = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'uid', is: 'EQUAL', value: uid }],
    limit: maxItems,
  })
  if (!found.ok) return log('emails_wait_for_cron', { uid, reason: found.failure.kind })
  const records = emailRecords(services, lettersOf(services, paypal))
  // One after another, so that they arrive in the order of the changes.
  for (const document of found.value.documents.filter(isEmail).sort(bySince)) {
    const attempt = await attemptRecord(services, records, document)
    if (!attempt.ok) return log('emails_wait_for_cron', { uid, reason: attempt.failure.kind })
  }
}

const isEmail = ({ fields: { kind } }: StoredDocument) => kind === 'letter' || kind === 'givenBack'

const bySince = (one: StoredDocument, other: StoredDocument) =>
  Number(one.fields.owedSince) - Number(other.fields.owedSince)
