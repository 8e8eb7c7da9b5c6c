import { X509Certificate } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { getLocalCertificate } from './certificate.ts'

it('the certificate covers localhost only, can’t sign other certificates, and lasts as long as Apple allows', () => {
  const certificate = new X509Certificate(getLocalCertificate(createTestFolder()).cert)
  expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1')
  expect(certificate.checkHost('example.com')).toBeUndefined()
  expect(certificate.ca).toBe(false)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 86_400_000
  expect(days).toBeLessThan(398)
})

it('the certificate stays the same until shortly before it expires, and only its owner can read the key', () => {
  const folder = createTestFolder()
  const first = getLocalCertificate(folder)
  expect(getLocalCertificate(folder)).toEqual(first)
  const inThirteenMonths = new Date(Date.now() + 392 * 86_400_000)
  expect(getLocalCertificate(folder, inThirteenMonths).cert).not.toBe(first.cert)
  expect(statSync(join(folder, 'localhost-key.pem')).mode & 0o777).toBe(0o600)
})
