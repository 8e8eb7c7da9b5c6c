/** Emails use the recipient's current address and name, but describe the state at the time of the event. */

import { emailLimits } from '../../src/domain/email-limits.ts'
import { emailLifetime, type OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { isAboutOwnStep } from '../../src/domain/subscription/outdated-email.ts'
import type { Tokens } from '../identity/session-tokens.ts'
import type { EmailItem, EmailSender } from '../outbox/outbox-jobs.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { Log } from '../platform/log.ts'
import { type CountedEmail, countEmail, findStepEmailsPath } from './count-email.ts'
import { type ComposedEmail, type EmailConfig, sendComposed } from './send-email.ts'

export type EmailSenderDeps = {
  /** Null if no email service is configured; emails are then dropped. */
  readonly emailConfig: EmailConfig | null
  readonly firestore: Firestore
  readonly paypal: PayPal
  /** Signs the keys in links. */
  readonly tokens: Pick<Tokens, 'issueToken'>
  readonly now: () => Date
  readonly log: Log
}

export type ComposeDeps = EmailSenderDeps & Pick<EmailConfig, 'siteUrl'>

type Failure = { readonly kind: string }

type Compose = (deps: ComposeDeps, item: EmailItem) => Promise<Result<ComposedEmail, Failure>>

export type EmailComposers<D> = {
  readonly [Kind in EmailItem['kind']]: (
    deps: D,
    item: OutboxItemOf<Kind>,
  ) => Promise<Result<ComposedEmail, Failure>>
}

export function createEmailSender(
  deps: EmailSenderDeps,
  composers: EmailComposers<ComposeDeps>,
): EmailSender {
  const { emailConfig, now, log } = deps
  return {
    async send(item, id) {
      const dropEmail = (reason: string) => {
        log('email_dropped', { id, reason })
        return succeed(undefined)
      }
      if (!emailConfig) return dropEmail('no email service')
      if (now().getTime() - item.pendingSince.getTime() > emailLifetime) return dropEmail('too old')
      const compose = composers[item.kind] as Compose
      const composed = await compose({ ...deps, siteUrl: emailConfig.siteUrl }, item)
      if (!composed.ok) return composed
      if (!composed.value) return dropEmail('nothing to say')
      const counted = await countIfLimited(deps, item, composed.value)
      if (!counted.ok) return counted
      if (counted.value?.isAllowed === false) {
        const { nextAt: until } = counted.value
        if (until.getTime() - item.pendingSince.getTime() > emailLifetime) return dropEmail('limit')
        log('email_postponed', { id })
        return fail({ kind: 'postponed', until })
      }
      const sent = await sendComposed(emailConfig, composed.value, id)
      if (sent.ok) return sent
      const takenBack = await counted.value?.takeBack()
      if (takenBack?.ok === false) log('email_still_counted', { reason: takenBack.failure.kind })
      return sent.failure.kind === 'refused' ? dropEmail('refused') : sent
    },
  }
}

/** Counts an email that the recipient can cause repeatedly. Null for an email that isn't limited. */
async function countIfLimited(
  { firestore, now }: EmailSenderDeps,
  item: EmailItem,
  { limited, to: { email, emailVerified = false } }: NonNullable<ComposedEmail>,
): Promise<Result<CountedEmail | null, Failure>> {
  if (limited) return countEmail(firestore, limited.path, limited.limits, now())
  if (item.kind !== 'email' || !isAboutOwnStep(item.template)) return succeed(null)
  const path = await findStepEmailsPath({ uid: item.uid, email, emailVerified })
  const limits = emailVerified ? emailLimits.steps : emailLimits.unverified
  return countEmail(firestore, path, limits, now())
}
