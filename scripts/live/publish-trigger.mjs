// @ts-check
/**
 * For teams that write straight into Firestore: a function of Google Cloud's (2nd generation) that
 * calls the publish webhook whenever a document of the publication is written. It stands alone, to be
 * deployed as a folder of its own (README.md), one function for each collection; and it signs as
 * src/contracts/desk-signature.ts does. Environment: SITE_URL, and DESK_KEYS as a secret.
 */
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What pages are built from. Of all else, such as what the webhook itself writes, nothing is told. */
const collections = new Set(['articles', 'authors', 'pages', 'events', 'front', 'redirects'])

const path = '/api/webhooks/publish'

/** Milliseconds: then Google tries again. */
const patience = 10_000

/**
 * The value of the header, by the first key of the ring.
 * @param {string} body
 * @param {string} ring
 * @param {Date} now
 */
function signatureOf(body, ring, now) {
  const [id, secret] = (ring.split(',')[0] ?? '').trim().split(':')
  if (!id || !secret) throw new Error('DESK_KEYS is not a ring of keys.')
  // Google's Node takes both alphabets of base64, as the edge does.
  const root = Buffer.from(secret, 'base64')
  const key = Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), 'desk: signature', 32))
  const time = Math.floor(now.getTime() / 1000)
  const nonce = randomBytes(16).toString('base64url')
  const digest = createHash('sha256').update(body).digest('hex')
  const lines = ['request', time, nonce, 'POST', path, digest]
  const signature = createHmac('sha256', key).update(lines.join('\n')).digest('base64url')
  return `key=${id}, time=${time}, nonce=${nonce}, body=${digest}, signature=${signature}`
}

/**
 * Whose document was written, by the event's subject: `documents/articles/a-story`. A document of a
 * subcollection is none of the publication's.
 * @param {unknown} subject
 */
function isOfPublication(subject) {
  const [, collection, , ...below] = String(subject ?? '').split('/')
  return collections.has(collection ?? '') && below.length === 0
}

/**
 * The function. Google hands it the event, or the request that carries it, as it was deployed. Throws
 * where the edge does not take the call, so that Google calls again (deploy it with --retry).
 * @param {{ subject?: string, headers?: Record<string, string | undefined> }} event
 * @param {{ sendStatus(status: number): unknown }[]} answers
 */
export async function publish(event, ...[answer]) {
  const subject = event.subject ?? event.headers?.['ce-subject']
  if (isOfPublication(subject)) await tell(new Date())
  answer?.sendStatus?.(204)
}

/** @param {Date} now */
async function tell(now) {
  const { SITE_URL = '', DESK_KEYS = '' } = process.env
  // Later than the commit, whatever the event says of its time: at worst one build too many.
  const body = JSON.stringify({ changedAt: now.toISOString() })
  const response = await fetch(new URL(path, SITE_URL), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Desk-Signature': signatureOf(body, DESK_KEYS, now),
    },
    body,
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) throw new Error(`The edge answered ${response.status}.`)
}
