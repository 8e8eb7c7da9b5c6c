import { describe, expect, it } from 'vitest'
import type { GoogleState } from '../testing/fake-google.ts'
import { createTestSite } from '../testing/test-site.ts'
import { loadFirebaseLogin } from './google-login.ts'

const project = 'verandah-news'

it.each<[string, (state: GoogleState) => void, string, string]>([
  [
    'no billing account',
    (state) => state.billingAccounts.splice(0),
    'google-login',
    'create a billing account',
  ],
  [
    'several billing accounts',
    (state) =>
      state.billingAccounts.push({ name: 'billingAccounts/2', displayName: 'B', open: true }),
    'google-login',
    'B: billingAccounts/2',
  ],
  ['a taken project', (state) => state.takenProjects.add(project), 'google-project', 'is taken'],
  [
    'terms',
    (state) => (state.areTermsAccepted = false),
    'google-project',
    'accept Firebase’s terms',
  ],
  [
    'another place of the database',
    (state) => (state.database = { type: 'FIRESTORE_NATIVE', locationId: 'nam5' }),
    'firestore',
    'is in nam5, not in asia-south1',
  ],
  [
    'Datastore mode',
    (state) => (state.database = { type: 'DATASTORE_MODE', locationId: 'asia-south1' }),
    'firestore',
    'Datastore mode',
  ],
  [
    'other rules',
    (state) => (state.rules = 'allow read: if true;'),
    'firestore',
    'the project has other rules, with these lines:\nallow read: if true;',
  ],
  [
    'sign-in methods',
    (state) => (state.canProvisionAuth = false),
    'sign-in',
    'https://verandah.news/login/google',
  ],
  [
    'keys',
    (state) => (state.areKeysAllowed = false),
    'service-account',
    'your organisation forbids service account keys',
  ],
])(
  'a refusal by Google is explained by the step that it stops: %s',
  async (_, change, step, message) => {
    const site = await createTestSite()
    change(site.google)
    const { output, outcomes } = await site.run()
    expect(output).toContain(message)
    expect(['waiting', 'failed']).toContain(outcomes.get(step))
    expect(outcomes.get('deploy')).toBe('blocked')
  },
)

describe('an existing project', () => {
  it('keeps its own settings and permissions', async () => {
    const site = await createTestSite()
    const { google } = site
    google.auth = {
      signIn: { email: { enabled: true, passwordRequired: true }, phoneNumber: { enabled: true } },
      authorizedDomains: ['localhost', 'other.example'],
    }
    google.policy.bindings.push({
      role: 'roles/datastore.user',
      members: ['user:editor@verandah.news'],
    })
    google.conflicts = 2
    await site.run()
    expect(google.auth).toMatchObject({
      signIn: { email: { enabled: true, passwordRequired: false }, phoneNumber: { enabled: true } },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      authorizedDomains: ['localhost', 'other.example', 'verandah.news'],
      notification: { sendEmail: { callbackUri: 'https://verandah.news/magic' } },
    })
    const edge = `serviceAccount:edge@${project}.iam.gserviceaccount.com`
    expect(google.policy.bindings).toEqual([
      { role: 'roles/owner', members: ['user:asha@verandah.news'] },
      { role: 'roles/datastore.user', members: ['user:editor@verandah.news', edge] },
      { role: 'roles/firebaseauth.admin', members: [edge] },
    ])
  })

  it('gets our Firestore rules once a person has agreed', async () => {
    const site = await createTestSite()
    site.google.rules = 'allow read: if true;'
    await site.run()
    expect(site.google.rules).toBe('allow read: if true;')
    const { outcomes } = await site.run('apply', { 'Type “replace”': ['yes', 'replace'] })
    expect(outcomes.get('firestore')).toBe('done')
    expect(site.google.rules).toContain('if false')
  })

  it('isn’t upgraded to the paid Identity Platform', async () => {
    const site = await createTestSite()
    await site.run()
    expect(site.log.writes.join('\n')).not.toContain('initializeAuth')
  })
})

it('the login of firebase-tools has the two functions that we use', async () => {
  const login = await loadFirebaseLogin()
  expect(typeof login.getGlobalDefaultAccount).toBe('function')
  expect(typeof login.getAccessToken).toBe('function')
})
