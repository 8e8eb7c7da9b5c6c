/**
 * Rejects most forged events without calling PayPal. Source: "Verify webhook signature" in PayPal's
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

/**
 * The headers as documented in PayPal's API. Only the signature's pattern differs, because the documented one refuses
 * base64 that starts with a plus or a slash.
 */
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
    .regex(/^[\w+/]+={0,2}$/),
  transmission_time: z.iso.datetime({ offset: true }).max(100),
})

export const isWellFormed = (transmission: Transmission) =>
  transmissionSchema.safeParse(transmission).success

export type TransmissionProblem = 'malformed' | 'foreignCertificate' | 'stale'

/** In milliseconds. PayPal repeats an event for three days; the fourth day allows for delays. */
const maxAge = 4 * 24 * 60 * 60 * 1000
/** Milliseconds by which PayPal's clock may be ahead. */
const clockSkew = 5 * 60 * 1000

const isPayPalHost = (hostname: string) =>
  hostname === 'paypal.com' || hostname.endsWith('.paypal.com')

/** Whether the address is PayPal's. Its certificates are at paypal.com, or on a fake's host. */
function isPayPalAddress(address: string, payPalUrl: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (isPayPalHost(hostname)) return protocol === 'https:' && port === ''
  const api = new URL(payPalUrl)
  return protocol === api.protocol && hostname === api.hostname
}

/** Returns null if the event may be PayPal's. */
export function findTransmissionProblem(
  transmission: Transmission,
  payPalUrl: string,
  now: Date,
): TransmissionProblem | null {
  if (!isWellFormed(transmission)) return 'malformed'
  if (!isPayPalAddress(transmission.cert_url, payPalUrl)) return 'foreignCertificate'
  const age = now.getTime() - Date.parse(transmission.transmission_time)
  return age > maxAge || age < -clockSkew ? 'stale' : null
}
