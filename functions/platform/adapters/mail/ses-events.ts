/**
 * Verifies and parses Amazon SES's events. SES publishes them to an SNS topic, which signs them. Sources: "Contents of
 * event data that Amazon SES publishes to Amazon SNS", "Verifying the signatures of Amazon SNS messages".
 */
import { createVerify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../../src/domain/parse-json.ts'
import { fail, type Result, succeed } from '../../../../src/domain/result.ts'
import { type MailEvent, parseSource } from './mail-event.ts'
import type { SignatureProblem } from './resend-events.ts'

const snsMessageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.string(),
  Signature: z.base64(),
  SigningCertURL: z.url(),
  SubscribeURL: z.url().optional(),
  Token: z.string().optional(),
})
export type SnsMessage = z.infer<typeof snsMessageSchema>

export const parseSnsMessage = (body: unknown): SnsMessage | null =>
  snsMessageSchema.safeParse(body).data ?? null

/** Fields in the order in which Amazon signs them. */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const

export function createSnsText(message: SnsMessage): string {
  const fields =
    message.Type === 'Notification'
      ? signedFields.Notification
      : signedFields.SubscriptionConfirmation
  return fields
    .flatMap((field) => (message[field] === undefined ? [] : [`${field}\n${message[field]}\n`]))
    .join('')
}

/** In milliseconds. Amazon repeats a message for about an hour. */
const maxAge = 2 * 60 * 60 * 1000
const clockSkew = 5 * 60 * 1000

export type SnsOptions = {
  /** Messages from other topics are refused, because anyone can create a topic. */
  readonly topic: string
  /** A fake's origin; null for Amazon. */
  readonly fakeOrigin: string | null
  fetchText(url: string): Promise<string | null>
}

type SnsPlace = Pick<SnsOptions, 'topic' | 'fakeOrigin'>

/**
 * Returns the host of SNS in the topic's region. Other hosts of this form are strangers' buckets, such as
 * `sns.s3-us-west-2.amazonaws.com`.
 */
function getSnsHost(topic: string): string {
  const [, partition, , region] = topic.split(':')
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

/** Whether the address is on Amazon's host for certificates and confirmations. */
export function isSnsAddress(address: string, { topic, fakeOrigin }: SnsPlace): boolean {
  const { protocol, hostname, port, username, password, origin } = new URL(address)
  if (username !== '' || password !== '') return false
  if (fakeOrigin !== null) return origin === fakeOrigin
  return protocol === 'https:' && port === '' && hostname === getSnsHost(topic)
}

const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{20,64}\.pem$/

/** Other paths on the host may return content that a caller has stored there. */
export function isCertificateAddress(address: string, place: SnsPlace): boolean {
  const { pathname, search } = new URL(address)
  const isCertificate = certificatePath.test(pathname) && search === ''
  return isSnsAddress(address, place) && (isCertificate || place.fakeOrigin !== null)
}

export type SnsProblem = SignatureProblem | 'unavailable'

/** The maximum number of certificates cached in an isolate. Amazon has few. */
const maxCertificates = 20

/**
 * Limits failed downloads of certificates per isolate, because anyone can send a message that names its own
 * certificate. A failed address isn't requested again within this time (milliseconds), and only this many addresses may
 * fail, per network and in total, so that strangers can't use up the share of Amazon's network. A message whose
 * certificate isn't downloaded is refused as unavailable, and Amazon repeats the message for an hour.
 */
export const failedCertificates = {
  perNetwork: 10,
  count: 500,
  milliseconds: 10 * 60 * 1000,
} as const

function createCertificateStore(fetchText: SnsOptions['fetchText']) {
  const certificates = new Map<string, string>()
  /** The last failure by address. */
  const failures = new Map<string, { readonly at: number; readonly network: string }>()
  const pending = new Map<
    string,
    { readonly text: Promise<string | null>; readonly network: string }
  >()

  async function fetchCertificate(url: string, network: string, now: number) {
    const text = await fetchText(url)
    if (text === null) failures.set(url, { at: now, network })
    else if (certificates.size < maxCertificates) certificates.set(url, text)
    return text
  }

  function isSpentBy(network: string): boolean {
    const asked = [...failures.values(), ...pending.values()]
    const own = asked.filter((one) => one.network === network)
    return asked.length >= failedCertificates.count || own.length >= failedCertificates.perNetwork
  }

  /** Returns null if the certificate can't be downloaded now. */
  return async function loadCertificate(
    url: string,
    network: string,
    now: number,
  ): Promise<string | null> {
    const known = certificates.get(url)
    if (known !== undefined) return known
    for (const [failed, { at }] of failures)
      if (now - at >= failedCertificates.milliseconds) failures.delete(failed)
    const running = pending.get(url)
    if (running) return running.text
    if (failures.has(url) || isSpentBy(network)) return null
    const text = fetchCertificate(url, network, now).finally(() => pending.delete(url))
    pending.set(url, { text, network })
    return text
  }
}

export function createSnsVerifier({ topic, fakeOrigin, fetchText }: SnsOptions) {
  const loadCertificate = createCertificateStore(fetchText)

  /**
   * Signature version 1 uses SHA-1 and isn't accepted: set the topic's SignatureVersion to 2. `network` is the
   * message's origin.
   */
  return async function verifySns(
    message: SnsMessage,
    network: string,
    now: Date,
  ): Promise<SnsProblem | null> {
    const { TopicArn, SignatureVersion, SigningCertURL, Signature, Timestamp } = message
    const isAcceptable =
      TopicArn === topic &&
      SignatureVersion === '2' &&
      isCertificateAddress(SigningCertURL, { topic, fakeOrigin })
    if (!isAcceptable) return 'forged'
    const pem = await loadCertificate(SigningCertURL, network, now.getTime())
    if (pem === null) return 'unavailable'
    try {
      const certificate = new X509Certificate(pem)
      const isValidNow =
        new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
      const verifier = createVerify('RSA-SHA256').update(createSnsText(message))
      if (!isValidNow || !verifier.verify(certificate.publicKey, Signature, 'base64'))
        return 'forged'
    } catch {
      return 'forged'
    }
    const age = now.getTime() - Date.parse(Timestamp)
    return age <= maxAge && age >= -clockSkew ? null : 'stale'
  }
}

const recipients = z.array(z.object({ emailAddress: z.string() }))
const at = z.coerce.date<string>()
const eventSchema = z.object({
  eventType: z.string(),
  mail: z.object({
    timestamp: at,
    destination: z.array(z.string()).default([]),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
  delivery: z.object({ timestamp: at, recipients: z.array(z.string()) }).optional(),
  bounce: z
    .object({ timestamp: at, bounceType: z.string(), bouncedRecipients: recipients })
    .optional(),
  complaint: z.object({ timestamp: at, complainedRecipients: recipients }).optional(),
})

/** `text` is the notification's message. Returns no events for an unused type. */
export function parseSesEvent(text: string): Result<readonly MailEvent[], 'malformed'> {
  const parsed = eventSchema.safeParse(parseJson(text))
  if (!parsed.success) return fail('malformed')
  const { eventType, mail, delivery, bounce, complaint } = parsed.data
  const source = parseSource(
    Object.fromEntries(Object.entries(mail.tags).map(([name, values]) => [name, values[0]])),
  )
  const create = (kind: MailEvent['kind'], at: Date, emails: readonly string[]) =>
    emails.map((email) => ({ kind, at, email, source }))
  // Amazon reports the recipient as named by the receiving server, which could name anybody. Our emails have one
  // recipient.
  const listAddressees = (named: z.infer<typeof recipients>) =>
    mail.destination.length === 1 ? mail.destination : named.map(({ emailAddress }) => emailAddress)
  if (eventType === 'Delivery' && delivery)
    return succeed(create('delivered', delivery.timestamp, delivery.recipients))
  if (eventType === 'Bounce' && bounce) {
    const kind = bounce.bounceType === 'Permanent' ? 'hardBounce' : 'softBounce'
    return succeed(create(kind, bounce.timestamp, listAddressees(bounce.bouncedRecipients)))
  }
  if (eventType === 'Complaint' && complaint) {
    const emails = listAddressees(complaint.complainedRecipients)
    return succeed(create('complaint', complaint.timestamp, emails))
  }
  if (eventType === 'Reject' || eventType === 'Rendering Failure')
    return succeed(create('failed', mail.timestamp, mail.destination))
  return succeed([])
}
