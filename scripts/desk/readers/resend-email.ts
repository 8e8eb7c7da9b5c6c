/** Sends an email again, with current details, through the outbox. */
import { createSubscriptionEmail } from '../../../functions/email/subscription-emails.ts'
import {
  createHistoryWrite,
  describeActor,
} from '../../../functions/subscription/change-subscription.ts'
import { createOutboxItem } from '../../../src/domain/outbox/outbox-item.ts'
import {
  type SubscriptionEmail,
  subscriptionEmails,
} from '../../../src/domain/subscription/effect-kinds.ts'
import { advanceRecord } from '../../../src/domain/subscription/next-due.ts'
import { describeOutlook } from '../../../src/domain/subscription/outlook.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { DeskError, firestoreError } from '../command-line/exit-status.ts'
import type { FoundReader } from './find-reader.ts'
import { type OperatorChangeOptions, toOperatorActor } from './operator-change.ts'

const isEmailTemplate = (name: string): name is SubscriptionEmail =>
  subscriptionEmails.includes(name as SubscriptionEmail)

/** Without a template's name, prints the templates that apply. */
export async function resendEmail(
  desk: Desk,
  { uid, record: stored }: FoundReader,
  template: string | undefined,
  options: OperatorChangeOptions,
): Promise<void> {
  const now = new Date()
  // The record that the cron job will store within a minute.
  const record = advanceRecord(stored, now)
  const { subscription } = record
  if (!subscription) throw new DeskError('This reader has never had a subscription.')
  const details = { about: subscription, outlook: describeOutlook(record, now) }
  const createEmail = (name: SubscriptionEmail) =>
    createSubscriptionEmail({ template: name, pendingSince: now, ...details }, desk.siteUrl)
  const applicableEmails = subscriptionEmails.filter(createEmail).join(', ') || 'none'
  const applicableText = `Templates for a subscription that is ${subscription.state}: ${applicableEmails}.`
  if (template === undefined) {
    console.log(applicableText)
    return
  }
  if (!isEmailTemplate(template))
    throw new DeskError(`Template “${template}” not found. ${applicableText}`, 'usage')
  const actor = toOperatorActor(desk, options)
  const email = createEmail(template)
  if (!email)
    throw new DeskError(`"${template}" doesn’t apply to this subscription. ${applicableText}`)
  if (options.dryRun) {
    console.log(`would send: ${email.subject}\nNothing was written.`)
    return
  }
  const change = { kind: 'resent', template, plan: subscription.plan }
  const entry = { at: now, ...describeActor(actor), ...change }
  const committed = await desk.firestore.commit([
    {
      set: `outbox/${crypto.randomUUID()}`,
      fields: createOutboxItem({ kind: 'email', template, uid, ...details }, now),
      ifExists: false,
    },
    createHistoryWrite(uid, now, entry),
  ])
  if (!committed.ok) throw firestoreError('No email was sent', committed.failure)
  console.log(`${uid}: "${email.subject}" will be sent within a minute.`)
}
