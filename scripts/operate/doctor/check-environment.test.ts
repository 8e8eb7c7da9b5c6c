import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Environment } from '../../shared/operator-environment.ts'
import { createKeyring } from '../keys.ts'
import { checkEnvironment } from './check-environment.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const account = (client_email: string) =>
  JSON.stringify({
    client_email,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })

const validEnvironment: Environment = {
  SITE_URL: 'https://www.verandah.news',
  FIREBASE_PROJECT_ID: 'verandah-live',
  FIREBASE_API_KEY: 'key',
  FIREBASE_SERVICE_ACCOUNT: account('edge@verandah-live.iam.gserviceaccount.com'),
  SEALING_KEYS: createKeyring(),
}

const findProblems = (environment: Environment) =>
  checkEnvironment(environment)
    .filter(({ status }) => status === 'problem')
    .map(({ check }) => check)

describe('the environment of a deploy', () => {
  it('has no problem if it is complete', () => {
    expect(checkEnvironment(validEnvironment).map(({ status }) => status)).not.toContain('problem')
    expect(
      findProblems({ ...validEnvironment, FIREBASE_AUTH_URL: '', BUILD_OUTPUT: './dist/' }),
    ).toEqual([])
  })

  it('names every missing variable', () => {
    expect(findProblems({})).toEqual([
      'SITE_URL',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_SERVICE_ACCOUNT',
      'FIREBASE_API_KEY',
      'SEALING_KEYS',
    ])
  })

  it.each([
    ['SITE_URL', 'http://verandah.news'],
    ['SITE_URL', 'verandah.news'],
    ['SITE_URL', 'https://verandah.news/blog'],
    ['SITE_URL', 'https://me:word@verandah.news'],
    ['SITE_URL', 'https://localhost'],
    ['SITE_URL', 'https://127.0.0.1'],
    ['SITE_URL', 'https://[::1]'],
    ['SITE_URL', 'https://verandah.test'],
    ['FIREBASE_PROJECT_ID', 'demo-x'],
    ['FIREBASE_SERVICE_ACCOUNT', account('edge@other.iam.gserviceaccount.com')],
    [
      'FIREBASE_SERVICE_ACCOUNT',
      JSON.stringify({
        ...JSON.parse(account('edge@verandah-live.iam.gserviceaccount.com')),
        token_uri: 'http://127.0.0.1:8027/token',
      }),
    ],
    ['FIREBASE_SERVICE_ACCOUNT', '/key.json'],
    ['FIRESTORE_URL', 'http://127.0.0.1:8681'],
    ['GOOGLE_CLIENT_ID', 'GOCSPX-x'],
    ['GOOGLE_OAUTH_URL', 'http://127.0.0.1:1'],
    ['FIREBASE_AUTH_URL', 'http://127.0.0.1:9099'],
    ['IDENTITY_URL', 'http://127.0.0.1:9099'],
    ['SEALING_KEYS', '1:short'],
    ['BUILD_OUTPUT', 'elsewhere'],
    ['CONTENT_SYNC', 'partial'],
  ])('has a problem with a wrong %s (case %#)', (name, value) => {
    expect(findProblems({ ...validEnvironment, [name]: value })).toContain(name)
  })

  it('never repeats a secret', () => {
    const unsafe = {
      ...validEnvironment,
      SEALING_KEYS: 'a-secret',
      FIREBASE_SERVICE_ACCOUNT: 'a-secret',
    }
    expect(JSON.stringify(checkEnvironment(unsafe))).not.toContain('a-secret')
  })
})
