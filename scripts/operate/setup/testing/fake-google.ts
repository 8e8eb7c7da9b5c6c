/** The parts of Google's management APIs that `setup` calls. */
import { generateKeyPairSync } from 'node:crypto'
import { createDatabaseRoutes, type DatabaseState } from './fake-google-database.ts'
import { createRecaptchaRoutes, type RecaptchaKey } from './fake-recaptcha.ts'
import {
  type FakeCall,
  type FakeRoutes,
  guardRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'
import { done, fail, mergeMasked, notFound } from './google-answers.ts'

export const createGoogleState = () => ({
  billingAccounts: [{ name: 'billingAccounts/1', displayName: 'Verandah', open: true }],
  /** Other people's projects, whose IDs are taken. */
  takenProjects: new Set<string>(),
  project: null as string | null,
  isFirebase: false,
  areTermsAccepted: true,
  isBillingOn: false,
  apis: new Set<string>(),
  database: null as DatabaseState['database'],
  backupSchedules: [] as DatabaseState['backupSchedules'],
  rules: null as DatabaseState['rules'],
  rulesets: [] as string[],
  indexes: [] as DatabaseState['indexes'],
  fields: new Set<string>(),
  apps: [] as { appId: string; displayName: string }[],
  keyRestrictions: {} as Record<string, unknown>,
  auth: null as Record<string, unknown> | null,
  canProvisionAuth: true,
  redirectUris: [] as string[],
  serviceAccounts: new Set<string>(),
  policy: { etag: '1', bindings: [{ role: 'roles/owner', members: ['user:asha@verandah.news'] }] },
  /** The number of `setIamPolicy` calls that conflict. */
  conflicts: 0,
  keys: [] as string[],
  recaptchaKeys: [] as RecaptchaKey[],
  areKeysAllowed: true,
  token: 'google-token-of-test',
})
export type GoogleState = ReturnType<typeof createGoogleState>

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

export function startFakeGoogle(state: GoogleState, log: WriteLog): Promise<string> {
  const p = '/projects/:p'
  const firebase = '/firebase.googleapis.com/v1beta1'
  const manager = '/cloudresourcemanager.googleapis.com/v1'
  const identity = '/identitytoolkit.googleapis.com/admin/v2'
  const iam = '/iam.googleapis.com/v1'
  const keyPath = '/apikeys.googleapis.com/v2'
  const routes: FakeRoutes = {
    ...createRecaptchaRoutes(state.recaptchaKeys),
    'GET /cloudbilling.googleapis.com/v1/billingAccounts': () => ({
      body: { billingAccounts: state.billingAccounts },
    }),
    'GET /cloudbilling.googleapis.com/v1/projects/:p/billingInfo': () => ({
      body: { billingEnabled: state.isBillingOn },
    }),
    'PUT /cloudbilling.googleapis.com/v1/projects/:p/billingInfo': () => {
      state.isBillingOn = true
      return {}
    },
    [`GET ${manager}${p}`]: ({ params: [id] }) =>
      state.project === id
        ? { body: { projectId: id } }
        : fail(403, 'PERMISSION_DENIED', 'No permission'),
    [`POST ${manager}/projects`]: ({ json }) => {
      const id = String(json().projectId)
      if (state.takenProjects.has(id) || state.project === id)
        return fail(409, 'ALREADY_EXISTS', 'Requested entity already exists')
      state.project = id
      return done
    },
    'GET /serviceusage.googleapis.com/v1/projects/:p/services': () => ({
      body: { services: [...state.apis].map((name) => ({ config: { name } })) },
    }),
    'POST /serviceusage.googleapis.com/v1/projects/:p/services:batchEnable': ({ json }) => {
      for (const name of json().serviceIds as string[]) state.apis.add(name)
      return done
    },
    [`GET ${firebase}${p}`]: () => (state.isFirebase ? { body: {} } : notFound('project')),
    [`POST ${firebase}/projects/*:addFirebase`]: () => {
      if (!state.areTermsAccepted)
        return fail(403, 'PERMISSION_DENIED', 'Firebase Tos Not Accepted')
      state.isFirebase = true
      return done
    },
    ...createDatabaseRoutes(state),
    [`GET ${firebase}${p}/webApps`]: () => ({ body: { apps: state.apps } }),
    [`POST ${firebase}${p}/webApps`]: ({ json }) => {
      state.apps.push({
        appId: `1:1:web:${state.apps.length}`,
        displayName: String(json().displayName),
      })
      return done
    },
    [`GET ${firebase}${p}/webApps/:app/config`]: () => ({ body: { apiKey: 'AIza-public-key' } }),
    [`GET ${keyPath}/keys:lookupKey`]: () => ({
      body: { name: 'projects/1/locations/global/keys/2' },
    }),
    [`GET ${keyPath}${p}/locations/:l/keys/:k`]: () => ({
      body: { restrictions: state.keyRestrictions },
    }),
    [`PATCH ${keyPath}${p}/locations/:l/keys/:k`]: ({ json }) => {
      state.keyRestrictions = json().restrictions as Record<string, unknown>
      return done
    },
    'POST /firebase.googleapis.com/v1alpha/firebase:provisionFirebaseApp': ({ json }) => {
      if (!state.canProvisionAuth) return fail(400, 'FAILED_PRECONDITION', 'Unable to provision')
      const input = json().firebaseAuthInput as {
        googleSigninProviderConfig: { oauthRedirectUris: string[] }
      }
      state.redirectUris = input.googleSigninProviderConfig.oauthRedirectUris
      state.auth ??= {
        signIn: { email: { enabled: true, passwordRequired: true } },
        authorizedDomains: ['localhost', 'p.firebaseapp.com'],
      }
      return done
    },
    [`GET ${identity}${p}/config`]: () =>
      state.auth ? { body: state.auth } : fail(404, 'NOT_FOUND', 'CONFIGURATION_NOT_FOUND'),
    [`PATCH ${identity}${p}/config`]: ({ json, query }) => {
      mergeMasked(state.auth!, json(), query.get('updateMask')!)
      return {}
    },
    [`GET ${identity}${p}/defaultSupportedIdpConfigs/google.com`]: () =>
      state.auth
        ? { body: { enabled: true, clientId: '1-a.apps.googleusercontent.com' } }
        : notFound('provider'),
    [`GET ${iam}${p}/serviceAccounts/:email`]: ({ params: [, email = ''] }) =>
      state.serviceAccounts.has(email) ? { body: { email } } : notFound('account'),
    [`POST ${iam}${p}/serviceAccounts`]: ({ params: [id], json }) => {
      const email = `${String(json().accountId)}@${id}.iam.gserviceaccount.com`
      if (state.serviceAccounts.has(email)) return fail(409, 'ALREADY_EXISTS', 'Account exists')
      state.serviceAccounts.add(email)
      return { body: { email } }
    },
    [`POST ${manager}/projects/*:getIamPolicy?reads`]: () => ({ body: state.policy }),
    [`POST ${manager}/projects/*:setIamPolicy`]: ({ json }) => {
      const policy = json().policy as GoogleState['policy']
      if (state.conflicts > 0) {
        state.conflicts--
        return fail(409, 'ABORTED', 'There were concurrent policy changes')
      }
      if (policy.etag !== state.policy.etag)
        return fail(409, 'ABORTED', 'There were concurrent policy changes')
      state.policy = { ...policy, etag: String(Number(policy.etag) + 1) }
      return { body: state.policy }
    },
    [`GET ${iam}${p}/serviceAccounts/:email/keys`]: () => ({
      body: { keys: state.keys.map((name) => ({ name })) },
    }),
    [`POST ${iam}${p}/serviceAccounts/:email/keys`]: ({ params: [id, email] }) => {
      if (!state.areKeysAllowed)
        return fail(
          400,
          'FAILED_PRECONDITION',
          'Key creation is not allowed: constraints/iam.disableServiceAccountKeyCreation',
        )
      const keyId = String(log.writes.length)
      const name = `projects/${id}/serviceAccounts/${email}/keys/${keyId}`
      state.keys.push(name)
      const key = {
        type: 'service_account',
        client_email: email,
        private_key_id: keyId,
        private_key: privateKey,
      }
      return {
        body: { name, privateKeyData: Buffer.from(JSON.stringify(key)).toString('base64') },
      }
    },
    [`DELETE ${iam}${p}/serviceAccounts/:email/keys/:key`]: ({ path }) => {
      state.keys.splice(
        state.keys.findIndex((name) => path.endsWith(name)),
        1,
      )
      return {}
    },
  }
  const refuse = ({ headers }: FakeCall) =>
    headers.authorization === `Bearer ${state.token}`
      ? null
      : fail(401, 'UNAUTHENTICATED', 'Invalid credentials')
  return startFakeService('google', guardRoutes(routes, refuse), log)
}
