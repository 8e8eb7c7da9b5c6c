import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Secrets of a local stack: made at its first start, of the same kind as those of production. */
export type LocalSecrets = {
  readonly SEALING_KEYS: string
  readonly SESSION_KEYS: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}

export function localSecrets(path: string, projectId: string): LocalSecrets {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const secrets: LocalSecrets = {
    SEALING_KEYS: `1:${randomBytes(32).toString('base64url')}`,
    SESSION_KEYS: `1:${randomBytes(32).toString('base64url')}`,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      client_email: `edge@${projectId}.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
