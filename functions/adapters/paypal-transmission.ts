/**
 * The headers that PayPal sends with an event, and what they show without asking PayPal: forged events
 * mostly fail here, and cost nothing. Facts: "Verify webhook signature" and "Webhooks" in PayPal's
 * developer documentation.
 */
import { z } from 'zod'

export const transmissionHeaders = {
  auth_algo: 'PAYPAL-AUTH-ALGO',
  cert_url: 'PAYPAL-CERT-URL',
  transmission_id: 'PAYPAL-TRANSMISSION-ID',
  transmission_sig: 'PAYPAL-TRANSMISSION-SIG',
  transmission_time: 'PAYPAL-TRANSMISSION-TIME',
} as const
export type Transmission = Readonly<Record<keyof typeof transmissionHeaders, string>>

/** PayPal refuses to verify anything else. */
const transmissionSchema = z.object({
  auth_algo: z
    .string()
    .max(100)
    .regex(/^[a-zA-Z0-9]+$/),
  cert_url: z.url().max(500),
  transmission_id: z
    .string()
    .max(50)
    .regex(/^(?!\d+$)\w\S+$/),
  transmission_sig: z
    .string()
    .max(500)
    .regex(/^(?!\d+$)\w\S+$/),
  transmission_time: z.iso.datetime({ offset: true }).max(100),
})

export const isWellFormed = (transmission: Transmission) =>
  transmissionSchema.safeParse(transmission).success

export type TransmissionProblem = 'malformed' | 'foreignCertificate' | 'stale'

/** Milliseconds. PayPal repeats an event for three days; the fourth allows for its delays. */
const oldestAge = 4 * 24 * 60 * 60 * 1000
/** Milliseconds by which PayPal's clock may be ahead of ours. */
const clockSkew = 5 * 60 * 1000

const isPayPalHost = (hostname: string) =>
  hostname === 'paypal.com' || hostname.endsWith('.paypal.com')

/** Whether PayPal serves its certificates there: at paypal.com, or on the host of a fake. */
function isPayPalAddress(address: string, payPalUrl: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (isPayPalHost(hostname)) return protocol === 'https:' && port === ''
  const api = new URL(payPalUrl)
  return protocol === api.protocol && hostname === api.hostname
}

/** Why PayPal can't have sent this; null if it may have. `payPalUrl` is the address of its API. */
export function findTransmissionProblem(
  transmission: Transmission,
  payPalUrl: string,
  now: Date,
): TransmissionProblem | null {
  if (!isWellFormed(transmission)) return 'malformed'
  if (!isPayPalAddress(transmission.cert_url, payPalUrl)) return 'foreignCertificate'
  const age = now.getTime() - Date.parse(transmission.transmission_time)
  return age > oldestAge || age < -clockSkew ? 'stale' : null
}
