/** Sends an email again, with current details, through the outbox. */
import { minute } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  type SubscriptionEmail,
  subscriptionEmails,
} from '../../src/domain/subscription/effect-kinds.ts'
import { advanceRecord } from '../../src/domain/subscription/next-due.ts'
import { describeOutlook } from '../../src/domain/subscription/outlook.ts'
import type { Subscription } from '../../src/domain/subscription/subscription.ts'
import { createSubscriptionEmail } from '../email/subscription-emails.ts'
import { createNewOutboxWrite } from '../outbox/outbox-writes.ts'
import { createActWrite } from '../staff/act-records.ts'
import { describeActor, historyPath } from '../subscription/change-subscription.ts'
import { type Act, describeTrial, toOperator } from './change-access.ts'
import type { FoundReader } from './find-reader.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

/** In milliseconds: a repeated call, whose answer was lost, sends no second email. */
const repeatPeriod = 10 * minute

const stateWords: Readonly<Record<Subscription['state'], string>> = {
  active: 'active',
  ending: 'cancelled',
  paused: 'paused',
  paymentFailed: 'payment failed',
  disputed: 'payment disputed',
  ended: 'ended',
}

type Details = {
  readonly details: Pick<Parameters<typeof createSubscriptionEmail>[0], 'about' | 'outlook'>
  /** Lists the templates that apply. */
  readonly applicable: string
  readonly compose: (template: SubscriptionEmail) => ReturnType<typeof createSubscriptionEmail>
}

function findEmails({ record: stored }: FoundReader, now: Date): Result<Details, SupportFailure> {
  // The record that the cron job will store within a minute.
  const record = advanceRecord(stored, now)
  const { subscription: about } = record
  if (!about) return impossible('This reader has never had a subscription.')
  const details = { about, outlook: describeOutlook(record, now) }
  const compose = (template: SubscriptionEmail) =>
    createSubscriptionEmail({ template, pendingSince: now, ...details }, '')
  const names = subscriptionEmails.filter(compose).join(', ')
  const applicable =
    names === ''
      ? 'No templates apply to a subscription with this status.'
      : `Templates for this subscription (${stateWords[about.state]}): ${names}.`
  return succeed({ details, applicable, compose })
}

export function describeEmails(reader: FoundReader, now: Date) {
  const emails = findEmails(reader, now)
  return emails.ok ? succeed([emails.value.applicable]) : emails
}

export async function resendEmail(
  { firestore, now }: SupportDeps,
  reader: FoundReader,
  template: SubscriptionEmail,
  { dryRun, ...act }: Act & { readonly dryRun: boolean },
): Promise<Result<readonly string[], SupportFailure>> {
  const at = now()
  const { uid } = reader
  const emails = findEmails(reader, at)
  if (!emails.ok) return emails
  const { details, applicable, compose } = emails.value
  const email = compose(template)
  if (!email) return impossible(`“${template}” doesn’t apply to this subscription. ${applicable}`)
  if (dryRun) return describeTrial(`${uid}: “${email.subject}” would be sent.`)
  const getPath = (period: number) => `${historyPath(uid)}/resent-${template}-${period}`
  const period = Math.floor(at.getTime() / repeatPeriod)
  const previous = await firestore.get(getPath(period - 1))
  if (!previous.ok) return previous
  const repeated = succeed([
    `${uid}: “${email.subject}” has already been requested in the last ${repeatPeriod / minute} minutes, so no other email will be sent.`,
  ])
  const sentAt = previous.value?.fields.at
  if (sentAt instanceof Date && at.getTime() - sentAt.getTime() < repeatPeriod) return repeated
  const change = { kind: 'resent', template, plan: details.about.plan }
  const entry = { at, ...describeActor(toOperator(act)), ...change }
  const about = { kind: 'emailResent', subject: uid, before: null, after: template } as const
  const committed = await firestore.commit([
    { set: getPath(period), fields: entry, ifExists: false },
    createNewOutboxWrite({ kind: 'email', template, uid, ...details }, at),
    createActWrite(act.staff, about, at),
  ])
  // On a conflict, the email was sent a moment ago.
  if (!committed.ok) return committed.failure.kind === 'conflict' ? repeated : committed
  return succeed([`${uid}: “${email.subject}” will be sent within a minute.`])
}
