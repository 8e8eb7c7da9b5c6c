/**
 * A self-signed certificate for https://localhost. Node can't create one and not every machine has
 * openssl, so this writes the few DER structures (RFC 5280).
 */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { day } from '../../../src/domain/duration.ts'

export type Certificate = {
  readonly key: string
  readonly cert: string
  /** The certificate's file, for a browser or keychain to trust. */
  readonly file: string
}

/** Within both of Apple's limits: 398 days for preinstalled roots, and 825 for certificates that the user trusts. */
const validDays = 397

function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents)
  if (body.length < 0x80) return Buffer.from([tag, body.length, ...body])
  const size = body.length < 0x100 ? [0x81, body.length] : [0x82, body.length >> 8, body.length]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const encodeSequence = (...contents: readonly Uint8Array[]) => encodeDer(0x30, ...contents)
const encodeObjectId = (hex: string) => encodeDer(0x06, Buffer.from(hex, 'hex'))
const encodeUtcTime = (date: Date) =>
  encodeDer(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ids = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
} as const

/** Encodes an extension. All extensions are critical except the names. */
function encodeExtension(id: string, value: Uint8Array, isCritical = true) {
  const critical = isCritical ? [encodeDer(0x01, Buffer.from([0xff]))] : []
  return encodeSequence(encodeObjectId(id), ...critical, encodeDer(0x04, value))
}

/** The certificate can't sign other certificates. */
const extensions = encodeSequence(
  encodeExtension(ids.basicConstraints, encodeSequence()),
  encodeExtension(ids.keyUsage, encodeDer(0x03, Buffer.from([7, 0x80]))),
  encodeExtension(ids.extendedKeyUsage, encodeSequence(encodeObjectId(ids.serverAuth))),
  encodeExtension(
    ids.subjectAltName,
    encodeSequence(
      encodeDer(0x82, Buffer.from('localhost')),
      encodeDer(0x87, Buffer.from([127, 0, 0, 1])),
    ),
    false,
  ),
)

export function createCertificate(now = new Date()) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = encodeSequence(encodeObjectId(ids.ecdsaWithSha256))
  const name = encodeSequence(
    encodeDer(
      0x31,
      encodeSequence(encodeObjectId(ids.commonName), encodeDer(0x0c, Buffer.from('localhost'))),
    ),
  )
  const serial = randomBytes(16)
  // The serial number must be positive, without leading zeros.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const expiresAt = new Date(now.getTime() + validDays * day)
  const content = encodeSequence(
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, serial),
    algorithm,
    name,
    encodeSequence(encodeUtcTime(now), encodeUtcTime(expiresAt)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(0xa3, extensions),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = encodeSequence(
    content,
    algorithm,
    encodeDer(0x03, Buffer.from([0]), signature),
  )
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(certificate).toString(),
  }
}

/** Returns the stored certificate, or a new one if it is missing or expires within a week. */
export function getLocalCertificate(folder: string, now = new Date()): Certificate {
  const file = join(folder, 'localhost.pem')
  const keyFile = join(folder, 'localhost-key.pem')
  if (existsSync(file) && existsSync(keyFile)) {
    const cert = readFileSync(file, 'utf8')
    const expires = new Date(new X509Certificate(cert).validTo).getTime()
    if (expires - now.getTime() > 7 * day) return { key: readFileSync(keyFile, 'utf8'), cert, file }
  }
  const { key, cert } = createCertificate(now)
  mkdirSync(folder, { recursive: true })
  // `mode` applies only when a file is created.
  rmSync(keyFile, { force: true })
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(file, cert)
  return { key, cert, file }
}
