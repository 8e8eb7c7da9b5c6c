import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkEnvironment, checkNode, type Environment } from './environment.ts'
import { newRing } from './keys.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const account = (client_email: string) =>
  JSON.stringify({
    client_email,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })

/** What a deploy may have. */
const good: Environment = {
  SITE_URL: 'https://www.verandah.news',
  FIREBASE_PROJECT_ID: 'verandah-live',
  FIREBASE_API_KEY: 'key',
  FIREBASE_SERVICE_ACCOUNT: account('edge@verandah-live.iam.gserviceaccount.com'),
  SEALING_KEYS: newRing(),
}

const problemsOf = (environment: Environment) =>
  checkEnvironment(environment)
    .filter(({ status }) => status === 'problem')
    .map(({ check }) => check)

describe('the environment of a deploy', () => {
  it('has no problem where it is as it should be', () => {
    expect(checkEnvironment(good).map(({ status }) => status)).not.toContain('problem')
    expect(problemsOf({ ...good, FIREBASE_AUTH_URL: '', BUILD_OUTPUT: './dist/' })).toEqual([])
  })

  it('names every variable that is missing', () => {
    expect(problemsOf({})).toEqual([
      'SITE_URL',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_SERVICE_ACCOUNT',
      'FIREBASE_API_KEY',
      'SEALING_KEYS',
    ])
  })

  it.each<[string, Environment, string]>([
    ['readers without https', { SITE_URL: 'http://verandah.news' }, 'SITE_URL'],
    ['an address without a scheme', { SITE_URL: 'verandah.news' }, 'SITE_URL'],
    ['a path', { SITE_URL: 'https://verandah.news/blog' }, 'SITE_URL'],
    ['credentials', { SITE_URL: 'https://me:word@verandah.news' }, 'SITE_URL'],
    ['localhost', { SITE_URL: 'https://localhost' }, 'SITE_URL'],
    ['an address of four numbers', { SITE_URL: 'https://127.0.0.1' }, 'SITE_URL'],
    ['an address of eight', { SITE_URL: 'https://[::1]' }, 'SITE_URL'],
    ['a name for tests', { SITE_URL: 'https://verandah.test' }, 'SITE_URL'],
    ['a project of emulators', { FIREBASE_PROJECT_ID: 'demo-x' }, 'FIREBASE_PROJECT_ID'],
    [
      'an account of another project',
      { FIREBASE_SERVICE_ACCOUNT: account('edge@other.iam.gserviceaccount.com') },
      'FIREBASE_SERVICE_ACCOUNT',
    ],
    [
      'an account whose tokens come from a stand-in',
      {
        FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
          ...JSON.parse(account('edge@verandah-live.iam.gserviceaccount.com')),
          token_uri: 'http://127.0.0.1:8027/token',
        }),
      },
      'FIREBASE_SERVICE_ACCOUNT',
    ],
    ['a path to an account', { FIREBASE_SERVICE_ACCOUNT: '/key.json' }, 'FIREBASE_SERVICE_ACCOUNT'],
    ['a Firestore stand-in', { FIRESTORE_URL: 'http://127.0.0.1:8681' }, 'FIRESTORE_URL'],
    ['a secret in place of a client', { GOOGLE_CLIENT_ID: 'GOCSPX-x' }, 'GOOGLE_CLIENT_ID'],
    ['a stand-in of Google', { GOOGLE_OAUTH_URL: 'http://127.0.0.1:1' }, 'GOOGLE_OAUTH_URL'],
    ['a sign-in stand-in', { FIREBASE_AUTH_URL: 'http://127.0.0.1:9099' }, 'FIREBASE_AUTH_URL'],
    ['one of the Worker', { IDENTITY_URL: 'http://127.0.0.1:9099' }, 'IDENTITY_URL'],
    ['a ring that is none', { SEALING_KEYS: '1:short' }, 'SEALING_KEYS'],
    ['an output that is not deployed', { BUILD_OUTPUT: 'elsewhere' }, 'BUILD_OUTPUT'],
    ['a kind of sync that is none', { CONTENT_SYNC: 'partial' }, 'CONTENT_SYNC'],
  ])('has a problem with %s', (_, changed, check) => {
    expect(problemsOf({ ...good, ...changed })).toContain(check)
  })

  it('never repeats a secret', () => {
    const unsafe = { ...good, SEALING_KEYS: 'a-secret', FIREBASE_SERVICE_ACCOUNT: 'a-secret' }
    expect(JSON.stringify(checkEnvironment(unsafe))).not.toContain('a-secret')
  })
})

describe('Node', () => {
  it.each([
    ['24.12.0', 'ok'],
    ['25.0.0', 'ok'],
    ['24.11.9', 'problem'],
    ['20.19.0', 'problem'],
  ])('%s is %s', (version, status) => {
    expect(checkNode(version).status).toBe(status)
  })
})
