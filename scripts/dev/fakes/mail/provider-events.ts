/** The events of Resend, Postmark and Amazon SES, signed as each of them does. */
import { createHmac, createSign, randomUUID } from 'node:crypto'
import {
  createSnsText,
  type SnsMessage,
} from '../../../../functions/platform/adapters/mail/ses-events.ts'
import type { EventKind } from '../../../../src/domain/issue/chunk.ts'
import type { AcceptedEmail, MailProvider } from './mail-store.ts'

/** Secrets that the Worker verifies events with (`WEEKLY_MAIL_EVENTS`). */
export const eventSecrets = {
  resend: `whsec_${Buffer.from('a local secret of this fake').toString('base64')}`,
  postmark: 'a-local-secret-of-this-fake',
  ses: 'arn:aws:sns:local-1:000000000000:weekly',
} as const satisfies Record<MailProvider, string>

export type SignedEvent = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type EventSigner = { readonly key: string; readonly certificateUrl: string }

const basePath = '/api/webhooks/mail'

export function createEvent(
  email: AcceptedEmail,
  kind: EventKind,
  at: Date,
  signer: EventSigner,
): SignedEvent {
  switch (email.provider) {
    case 'resend':
      return signByHmac(JSON.stringify(describeForResend(email, kind, at)), at)
    case 'postmark':
      return {
        path: `${basePath}/postmark/${eventSecrets.postmark}`,
        headers: {},
        body: JSON.stringify(describeForPostmark(email, kind, at)),
      }
    case 'ses':
      return signByCertificate(JSON.stringify(describeForSes(email, kind, at)), at, signer)
  }
}

function describeForResend({ id, to, tags }: AcceptedEmail, kind: EventKind, at: Date) {
  const types = {
    delivered: { type: 'email.delivered' },
    softBounce: { type: 'email.bounced', bounce: { type: 'Transient', subType: 'MailboxFull' } },
    hardBounce: { type: 'email.bounced', bounce: { type: 'Permanent', subType: 'General' } },
    complaint: { type: 'email.complained' },
  }
  const { type, ...details } = types[kind]
  return { type, created_at: at.toISOString(), data: { email_id: id, to: [to], tags, ...details } }
}

export function signByHmac(body: string, at: Date): SignedEvent {
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(eventSecrets.resend.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    path: `${basePath}/resend`,
    headers: { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${signature}` },
    body,
  }
}

function describeForPostmark({ id, to, tags }: AcceptedEmail, kind: EventKind, at: Date) {
  const common = { MessageID: id, Metadata: tags }
  if (kind === 'delivered') {
    return { RecordType: 'Delivery', Recipient: to, DeliveredAt: at.toISOString(), ...common }
  }
  const types = { softBounce: 'SoftBounce', hardBounce: 'HardBounce', complaint: 'SpamComplaint' }
  const RecordType = kind === 'complaint' ? 'SpamComplaint' : 'Bounce'
  return { RecordType, Type: types[kind], Email: to, BouncedAt: at.toISOString(), ...common }
}

function describeForSes({ id, to, tags }: AcceptedEmail, kind: EventKind, at: Date) {
  const timestamp = at.toISOString()
  const mail = {
    messageId: id,
    timestamp,
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  }
  const recipients = [{ emailAddress: to }]
  switch (kind) {
    case 'delivered':
      return { eventType: 'Delivery', mail, delivery: { timestamp, recipients: [to] } }
    case 'complaint':
      return {
        eventType: 'Complaint',
        mail,
        complaint: { timestamp, complainedRecipients: recipients },
      }
    case 'softBounce':
    case 'hardBounce': {
      const bounceType = kind === 'hardBounce' ? 'Permanent' : 'Transient'
      return {
        eventType: 'Bounce',
        mail,
        bounce: { timestamp, bounceType, bouncedRecipients: recipients },
      }
    }
  }
}

function signByCertificate(
  text: string,
  at: Date,
  { key, certificateUrl }: EventSigner,
): SignedEvent {
  const message: SnsMessage = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: eventSecrets.ses,
    Message: text,
    Timestamp: at.toISOString(),
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: certificateUrl,
  }
  const Signature = createSign('SHA256').update(createSnsText(message)).sign(key, 'base64')
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8' }
  return { path: `${basePath}/ses`, headers, body: JSON.stringify({ ...message, Signature }) }
}
