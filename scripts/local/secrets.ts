import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Secrets of a local stack: made at its first start, of the same kind as those of production. */
export type LocalSecrets = {
  readonly SEALING_KEYS: string
  readonly SESSION_KEYS: string
  readonly DESK_KEYS: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}

function newSecrets(projectId: string): LocalSecrets {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ring = () => `1:${randomBytes(32).toString('base64url')}`
  return {
    SEALING_KEYS: ring(),
    SESSION_KEYS: ring(),
    DESK_KEYS: ring(),
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      client_email: `edge@${projectId}.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  }
}

export function localSecrets(path: string, projectId: string): LocalSecrets {
  const kept: Partial<LocalSecrets> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  // A stack of an earlier version keeps what it has, and gets what has been added since.
  const secrets = { ...newSecrets(projectId), ...kept }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
