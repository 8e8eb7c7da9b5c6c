/**
 * A certificate for https://localhost, signed by itself. Node can't make one, so the few DER structures
 * (RFC 5280) are written here: the openssl command isn't on every machine, and a package would be one
 * more dependency for sixty lines.
 */
import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Certificate = {
  readonly key: string
  readonly cert: string
  /** Where the certificate is stored, for a browser or a keychain to trust. */
  readonly file: string
}

const day = 24 * 60 * 60 * 1000
/** Apple's systems refuse longer ones, also those that their owner trusts. */
const validDays = 397

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents)
  if (body.length < 0x80) return Buffer.from([tag, body.length, ...body])
  const size = body.length < 0x100 ? [0x81, body.length] : [0x82, body.length >> 8, body.length]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const ids = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
} as const

/** All are critical but the names. */
function extension(id: string, value: Uint8Array, isCritical = true) {
  const critical = isCritical ? [der(0x01, Buffer.from([0xff]))] : []
  return sequence(objectId(id), ...critical, der(0x04, value))
}

/** It can't sign others: whoever trusts it trusts this machine's localhost and nothing else. */
const extensions = sequence(
  extension(ids.basicConstraints, sequence()),
  extension(ids.keyUsage, der(0x03, Buffer.from([7, 0x80]))),
  extension(ids.extendedKeyUsage, sequence(objectId(ids.serverAuth))),
  extension(
    ids.subjectAltName,
    sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))),
    false,
  ),
)

function createCertificate(now: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(objectId(ids.ecdsaWithSha256))
  const name = sequence(
    der(0x31, sequence(objectId(ids.commonName), der(0x0c, Buffer.from('localhost')))),
  )
  const serial = randomBytes(16)
  // A positive number, without leading zeros.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const until = new Date(now.getTime() + validDays * day)
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(utcTime(now), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(whole).toString(),
  }
}

/** The certificate in this folder; a new one where there is none or it expires within a week. */
export function localCertificate(folder: string, now = new Date()): Certificate {
  const file = join(folder, 'localhost.pem')
  const keyFile = join(folder, 'localhost-key.pem')
  if (existsSync(file) && existsSync(keyFile)) {
    const cert = readFileSync(file, 'utf8')
    const expires = new Date(new X509Certificate(cert).validTo).getTime()
    if (expires - now.getTime() > 7 * day) return { key: readFileSync(keyFile, 'utf8'), cert, file }
  }
  const { key, cert } = createCertificate(now)
  mkdirSync(folder, { recursive: true })
  // A mode counts only for a file that doesn't exist yet.
  rmSync(keyFile, { force: true })
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(file, cert)
  return { key, cert, file }
}
