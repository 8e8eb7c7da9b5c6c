/**
 * Sends what happens to the edge, signed as PayPal signs it, and says of a signature whether it is its
 * own. As PayPal does, it sends again what is not taken. Tests can hold events back and let them go in
 * another order and more than once. Facts: "Verify webhook notifications" in PayPal's documentation.
 */
import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { z } from 'zod'

export const webhookId = 'LOCALWEBHOOK1'

const keysSchema = z.object({ privateKey: z.string(), publicKey: z.string() })

function keysIn(file: string): z.infer<typeof keysSchema> {
  if (existsSync(file)) return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

const signed = (id: string, time: string, webhook: string, body: string) =>
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

/** How long until an event that was not taken is sent again, in milliseconds; then it is given up. */
const patience = [200, 500, 1000, 2000, 5000, 10_000, 20_000]

export function createWebhooks(options: {
  /** Where the edge takes events. Known once it runs. */
  readonly target: () => string | null
  readonly keyFile: string
  readonly certUrl: string
  readonly now: () => Date
}) {
  const { privateKey, publicKey } = keysIn(options.keyFile)
  const held: string[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isHolding = false
  let sending = 0

  function headersFor(body: string): Record<string, string> {
    const id = crypto.randomUUID()
    const time = options.now().toISOString()
    const signature = createSign('SHA256').update(signed(id, time, webhookId, body))
    return {
      'Content-Type': 'application/json',
      'PAYPAL-AUTH-ALGO': 'SHA256withRSA',
      'PAYPAL-CERT-URL': options.certUrl,
      'PAYPAL-TRANSMISSION-ID': id,
      'PAYPAL-TRANSMISSION-SIG': signature.sign(privateKey, 'base64'),
      'PAYPAL-TRANSMISSION-TIME': time,
    }
  }

  async function isTaken(body: string): Promise<boolean> {
    const target = options.target()
    if (!target) return false
    try {
      const response = await fetch(target, { method: 'POST', headers: headersFor(body), body })
      return response.ok
    } catch {
      return false
    }
  }

  async function send(body: string, attempt = 0) {
    sending++
    const taken = await isTaken(body)
    sending--
    const wait = patience[attempt]
    if (taken || wait === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void send(body, attempt + 1)
    }, wait)
    timers.add(timer)
  }

  return {
    tell(event: unknown) {
      const body = JSON.stringify(event)
      if (isHolding) held.push(body)
      else void send(body)
    },
    hold() {
      isHolding = true
    },
    /** Sends what was held back, one after another, so that the order is the one that is asked for. */
    async release({ order, times }: { order: 'asHeld' | 'reversed' | 'shuffled'; times: number }) {
      isHolding = false
      const bodies = held.splice(0).flatMap((body) => Array<string>(times).fill(body))
      if (order === 'reversed') bodies.reverse()
      if (order === 'shuffled') bodies.sort(() => Math.random() - 0.5)
      for (const body of bodies) await send(body)
    },
    headersFor,
    /** Whether everything that was sent has been taken or given up. */
    isQuiet: () => sending === 0 && timers.size === 0,

    /** `text` is the request as it came: what was signed are the event's bytes in it. */
    verify(text: string): 'SUCCESS' | 'FAILURE' | null {
      let parsed: unknown
      try {
        parsed = JSON.parse(text)
      } catch {
        return null
      }
      const claims = claimsSchema.safeParse(parsed)
      if (!claims.success) return null
      const { transmission_id, transmission_sig, transmission_time, webhook_id } = claims.data
      const begin = text.indexOf('"webhook_event":') + '"webhook_event":'.length
      const event = text.slice(begin, text.lastIndexOf('}'))
      const isOurs =
        claims.data.auth_algo === 'SHA256withRSA' &&
        claims.data.cert_url === options.certUrl &&
        webhook_id === webhookId &&
        createVerify('SHA256')
          .update(signed(transmission_id, transmission_time, webhook_id, event))
          .verify(publicKey, transmission_sig, 'base64')
      return isOurs ? 'SUCCESS' : 'FAILURE'
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
