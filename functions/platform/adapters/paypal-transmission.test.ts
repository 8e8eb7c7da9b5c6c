import { describe, expect, it } from 'vitest'
import { findTransmissionProblem, type Transmission } from './paypal-transmission.ts'

const now = new Date('2026-11-20T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
const daySeconds = 24 * 60 * 60

const validTransmission: Transmission = {
  auth_algo: 'SHA256withRSA',
  cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-df8cd2d5',
  transmission_id: '505fcad0-acfc-11e6-8e5f-13662a490b19',
  transmission_sig: 'ks91bo8HXCMsQBrXKOyOrs46KJkTVZRA7Az2oArXKNNaSxnMHENKIBUv4yOolVpl+/w==',
  transmission_time: '2026-11-20T11:59:58Z',
}
const findProblem = (changes: Partial<Transmission>, payPalUrl = 'https://api-m.paypal.com') =>
  findTransmissionProblem({ ...validTransmission, ...changes }, payPalUrl, now)

describe('a transmission', () => {
  it.each([
    'https://api.paypal.com/cert',
    'https://api.sandbox.paypal.com/cert',
    'https://paypal.com/cert',
    'https://API.PAYPAL.COM:443/cert',
    'https://api-m.paypal.com/cert',
  ])('is accepted with a certificate at %s', (cert_url) => {
    expect(findProblem({ cert_url })).toBeNull()
  })

  it.each([
    'http://api.paypal.com/cert',
    'https://evilpaypal.com/cert',
    'https://paypal.com.evil.example/cert',
    'https://evil.example/paypal.com',
    'https://evil.example#.paypal.com',
    'https://api.paypal.com:444/cert',
    'https://api.paypal.com./cert',
    'https://me@api.paypal.com/cert',
    'https://api.paypal.com%2eevil.example/cert',
    'http://localhost:9000/cert',
    'ftp://api.paypal.com/cert',
    'https://api.paypal.com@evil.example/cert',
    'https://notpaypal.com/cert',
  ])('is refused with a certificate at %s', (cert_url) => {
    expect(findProblem({ cert_url })).toBe('foreignCertificate')
  })

  it('is accepted with a certificate on the host of a fake, for that fake alone', () => {
    const fake = 'http://127.0.0.1:9000'
    expect(findProblem({ cert_url: 'http://127.0.0.1:9001/cert' }, fake)).toBeNull()
    for (const cert_url of [
      'https://127.0.0.1:9000/cert',
      'http://127.0.0.2:9000/cert',
      'http://api.paypal.com/cert',
    ]) {
      expect(findProblem({ cert_url }, fake)).toBe('foreignCertificate')
    }
  })

  it('is refused if it’s older than four days, or too far in the future', () => {
    for (const age of [0, 3 * daySeconds, 4 * daySeconds, -299]) {
      expect(findProblem({ transmission_time: before(age) }), `${age}`).toBeNull()
    }
    for (const age of [4 * daySeconds + 1, 400 * daySeconds, -301, -daySeconds]) {
      expect(findProblem({ transmission_time: before(age) }), `${age}`).toBe('stale')
    }
  })

  it('is accepted with any signature in base64', () => {
    for (const transmission_sig of ['+s91bo8HXA==', '/s91bo8HXCM=', 'ks91bo8HXCMs'])
      expect(findProblem({ transmission_sig })).toBeNull()
  })

  it('is refused with a missing or malformed header', () => {
    for (const name of Object.keys(validTransmission) as (keyof Transmission)[]) {
      for (const value of ['', ' ', 'x y', 'x'.repeat(501)]) {
        expect(findProblem({ [name]: value }), `${name}: ${value}`).toBe('malformed')
      }
    }
    expect(findProblem({ cert_url: 'api.paypal.com/cert' })).toBe('malformed')
    for (const transmission_id of ['123', '-a']) {
      expect(findProblem({ transmission_id })).toBe('malformed')
    }
  })
})
