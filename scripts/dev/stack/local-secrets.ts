import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Secrets of a local stack, created at its first start. They are of the same kind as in production. */
export type LocalSecrets = {
  readonly SEALING_KEYS: string
  readonly SESSION_KEYS: string
  readonly DESK_KEYS: string
  readonly HEALTH_KEYS: string
  readonly FIREBASE_SERVICE_ACCOUNT: string
}

function createSecrets(projectId: string): LocalSecrets {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const createKeyring = () => `1:${randomBytes(32).toString('base64url')}`
  return {
    SEALING_KEYS: createKeyring(),
    SESSION_KEYS: createKeyring(),
    DESK_KEYS: createKeyring(),
    HEALTH_KEYS: createKeyring(),
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      client_email: `edge@${projectId}.iam.gserviceaccount.com`,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  }
}

export function loadLocalSecrets(path: string, projectId: string): LocalSecrets {
  const stored: Partial<LocalSecrets> = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {}
  // Adds secrets that an earlier version didn't have.
  const secrets = { ...createSecrets(projectId), ...stored }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}
