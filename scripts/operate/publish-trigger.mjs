// @ts-check
/**
 * For teams that write directly to Firestore: a Google Cloud function that calls the publish webhook.
 * Deployed alone, one per collection (scripts/operate/deploying.md), it has no dependencies, and signs
 * like src/contracts/signing/desk-signature.ts. Environment: SITE_URL, and DESK_KEYS as a secret.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'

/** Other writes, such as the webhook's own, are ignored. */
const collections = new Set([
  'articles',
  'authors',
  'tags',
  'pages',
  'events',
  'issues',
  'front',
  'redirects',
])

const path = '/api/webhooks/publish'

/** Milliseconds. Google retries after a failure. */
const timeout = 10_000

/**
 * Returns the header's value: a JWT (HS256) signed with the keyring's first key.
 * @param {string} body
 * @param {string} keyring
 * @param {Date} now
 */
function createSignature(body, keyring, now) {
  const [id, secret] = (keyring.split(',')[0] ?? '').trim().split(':')
  if (!id || !secret) throw new Error('DESK_KEYS isn’t a valid keyring.')
  const encode = (/** @type {object} */ part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url')
  const iat = Math.floor(now.getTime() / 1000)
  const hash = createHash('sha256').update(body).digest('hex')
  const claims = { method: 'POST', path, body: hash, iat, jti: randomUUID() }
  const signed = `${encode({ alg: 'HS256', typ: 'desk-request', kid: id })}.${encode(claims)}`
  // Node decodes both alphabets of base64, as the Worker does.
  const key = Buffer.from(secret, 'base64')
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/**
 * Accepts subjects such as `documents/articles/a-story`. Subcollections aren't part of the publication.
 * @param {unknown} subject
 */
function isPublicationDocument(subject) {
  const [, collection, , ...below] = String(subject ?? '').split('/')
  return collections.has(collection ?? '') && below.length === 0
}

/**
 * Google passes the event, or its request. Throws if the Worker refuses, for Google to retry (--retry).
 * @param {{ subject?: string, headers?: Record<string, string | undefined> }} event
 * @param {{ sendStatus(status: number): unknown }[]} answers
 */
export async function publish(event, ...[answer]) {
  const subject = event.subject ?? event.headers?.['ce-subject']
  if (isPublicationDocument(subject)) await notifyWorker(new Date())
  answer?.sendStatus?.(204)
}

/** @param {Date} now */
async function notifyWorker(now) {
  const { SITE_URL = '', DESK_KEYS = '' } = process.env
  // The time is always later than the commit; at worst, there is one unnecessary build.
  const body = JSON.stringify({ changedAt: now.toISOString() })
  const response = await fetch(new URL(path, SITE_URL), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Desk-Signature': createSignature(body, DESK_KEYS, now),
    },
    body,
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`The site answered with status ${response.status}.`)
}
