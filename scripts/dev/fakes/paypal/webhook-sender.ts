/**
 * Signs webhooks like PayPal, retries failed ones, and verifies signatures. Tests can hold webhooks
 * and reorder or repeat them. Source: "Verify webhook notifications" in PayPal's documentation.
 */
import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '../../../../src/domain/parse-json.ts'

export const webhookId = 'LOCALWEBHOOK1'

const keysSchema = z.object({ privateKey: z.string(), publicKey: z.string() })

function loadKeys(file: string): z.infer<typeof keysSchema> {
  if (existsSync(file)) return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

const buildSignedText = (id: string, time: string, webhook: string, body: string) =>
  `${id}|${time}|${webhook}|${crc32(body)}`

const claimsSchema = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
})

/** Milliseconds until each retry. After the last retry, the webhook is dropped. */
const retryDelays = [200, 500, 1000, 2000, 5000, 10_000, 20_000]

export function createWebhooks(options: {
  /** The Worker's address, once it runs. */
  readonly target: () => string | null
  readonly keyFile: string
  readonly certUrl: string
  readonly now: () => Date
}) {
  const { privateKey, publicKey } = loadKeys(options.keyFile)
  const heldBodies: string[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isHolding = false

  /**
   * PayPal’s OpenAPI file requires signatures to begin with a letter or digit. For any other signature, a new id is
   * chosen.
   */
  function sign(body: string, time: string): { readonly id: string; readonly signature: string } {
    const id = crypto.randomUUID()
    const signed = createSign('SHA256').update(buildSignedText(id, time, webhookId, body))
    const signature = signed.sign(privateKey, 'base64')
    return /^\w/.test(signature) ? { id, signature } : sign(body, time)
  }

  function buildHeaders(body: string): Record<string, string> {
    const time = options.now().toISOString()
    const { id, signature } = sign(body, time)
    return {
      'Content-Type': 'application/json',
      'PAYPAL-AUTH-ALGO': 'SHA256withRSA',
      'PAYPAL-CERT-URL': options.certUrl,
      'PAYPAL-TRANSMISSION-ID': id,
      'PAYPAL-TRANSMISSION-SIG': signature,
      'PAYPAL-TRANSMISSION-TIME': time,
    }
  }

  async function isDelivered(body: string): Promise<boolean> {
    const target = options.target()
    if (!target) return false
    try {
      const response = await fetch(target, { method: 'POST', headers: buildHeaders(body), body })
      return response.ok
    } catch {
      return false
    }
  }

  async function deliver(body: string, attempt = 0) {
    const wait = retryDelays[attempt]
    if ((await isDelivered(body)) || wait === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(body, attempt + 1)
    }, wait)
    timers.add(timer)
  }

  return {
    sendWebhook(event: unknown) {
      const body = JSON.stringify(event)
      if (isHolding) heldBodies.push(body)
      else void deliver(body)
    },
    holdWebhooks() {
      isHolding = true
    },
    /** Releases webhooks one after another, so that they arrive in the requested order. */
    async releaseWebhooks({ order, times }: { order: 'asHeld' | 'reversed'; times: number }) {
      isHolding = false
      const bodies = heldBodies.splice(0).flatMap((body) => Array<string>(times).fill(body))
      if (order === 'reversed') bodies.reverse()
      for (const body of bodies) await deliver(body)
    },
    buildHeaders,
    /** `text` is the raw request, because the signature covers the event's exact bytes. */
    verify(text: string): 'SUCCESS' | 'FAILURE' | null {
      const claims = claimsSchema.safeParse(parseJson(text))
      if (!claims.success) return null
      const { transmission_id, transmission_sig, transmission_time, webhook_id } = claims.data
      const eventStart = text.indexOf('"webhook_event":') + '"webhook_event":'.length
      const event = text.slice(eventStart, text.lastIndexOf('}'))
      const isSignedByUs =
        claims.data.auth_algo === 'SHA256withRSA' &&
        claims.data.cert_url === options.certUrl &&
        webhook_id === webhookId &&
        createVerify('SHA256')
          .update(buildSignedText(transmission_id, transmission_time, webhook_id, event))
          .verify(publicKey, transmission_sig, 'base64')
      return isSignedByUs ? 'SUCCESS' : 'FAILURE'
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
