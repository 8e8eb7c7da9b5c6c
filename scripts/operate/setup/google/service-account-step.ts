/** The Worker's service account with two roles, and its key, which Google shows once. */
import { z } from 'zod'
import { serviceAccountSchema } from '../../../../functions/platform/adapters/service-account.ts'
import { type Finding, forCheck, PersonError } from '../run/finding.ts'
import { isRefusal, type Service, ServiceError } from '../run/service.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { connectGoogle } from './connect-google.ts'

const iam = '/iam.googleapis.com/v1'
const manager = '/cloudresourcemanager.googleapis.com/v1'
const accountId = 'edge'
/** Roles for using the database and deleting readers' accounts. */
const roles = ['roles/datastore.user', 'roles/firebaseauth.admin']

const policySchema = z.looseObject({
  bindings: z
    .array(z.looseObject({ role: z.string(), members: z.array(z.string()).default([]) }))
    .default([]),
})

const readPolicy = (google: Service, project: string) =>
  google.write('POST', `${manager}/projects/${project}:getIamPolicy`, { body: {} }, policySchema)

const maxConflicts = 5

/** Retries after a change since the policy was read (409), and while a new account is unknown (400). */
async function grantRoles(
  { wait }: SetupContext,
  google: Service,
  project: string,
  member: string,
) {
  for (let tries = 1; ; tries++) {
    const policy = await readPolicy(google, project)
    const bindings = [...policy.bindings]
    for (const role of roles) {
      const place = bindings.findIndex(
        (binding) => binding.role === role && !('condition' in binding),
      )
      const members = place < 0 ? [] : bindings[place]!.members
      if (members.includes(member)) continue
      const changed = { ...bindings[place], role, members: [...members, member] }
      if (place < 0) bindings.push(changed)
      else bindings[place] = changed
    }
    try {
      const body = { policy: { ...policy, bindings } }
      await google.write('POST', `${manager}/projects/${project}:setIamPolicy`, { body })
      return
    } catch (error) {
      const isTemporary = error instanceof ServiceError && [400, 409].includes(error.status)
      if (!isTemporary || tries === maxConflicts) throw error
      await wait(3000)
    }
  }
}

const keysSchema = z.object({ keys: z.array(z.object({ name: z.string() })).default([]) })
const newKeySchema = z.object({ name: z.string(), privateKeyData: z.string() })
/** The keys before one is created, so that a key whose response was lost can be recognised. */
const pendingName = 'SERVICE_ACCOUNT_KEYS_BEFORE'

async function createKey(
  { secrets }: SetupContext,
  google: Service,
  path: string,
  existing: readonly string[],
) {
  secrets.set(pendingName, JSON.stringify(existing))
  try {
    const { privateKeyData } = await google.write('POST', path, { body: {} }, newKeySchema)
    secrets.set('FIREBASE_SERVICE_ACCOUNT', Buffer.from(privateKeyData, 'base64').toString('utf8'))
    secrets.remove(pendingName)
  } catch (error) {
    if (!isRefusal(error)) throw error
    secrets.remove(pendingName)
    if (!/constraint|disableServiceAccountKeyCreation/i.test(error.message)) throw error
    throw new PersonError(
      'your organisation forbids service account keys: turn off iam.disableServiceAccountKeyCreation for this project',
      'https://console.cloud.google.com/iam-admin/orgpolicies/iam-disableServiceAccountKeyCreation',
    )
  }
}

async function listKeys(google: Service, path: string): Promise<readonly string[]> {
  const keyList = await google.read(`${path}?keyTypes=USER_MANAGED`, keysSchema)
  return keyList?.keys.map(({ name }) => name) ?? []
}

const getEmail = ({ settings }: SetupContext) =>
  `${accountId}@${settings.require('FIREBASE_PROJECT_ID')}.iam.gserviceaccount.com`

/** Lists the names of all keys, and the path under which they are. */
export async function findServiceAccountKeys(context: SetupContext, google: Service) {
  const project = context.settings.require('FIREBASE_PROJECT_ID')
  const path = `${iam}/projects/${project}/serviceAccounts/${getEmail(context)}/keys`
  return { path, names: await listKeys(google, path) }
}

/** A key whose response was lost is deleted first, because it can't be read again. */
export async function planNewKey(
  context: SetupContext,
  google: Service,
  path: string,
): Promise<Finding> {
  const check = forCheck('service account key')
  const existing = await listKeys(google, path)
  const pending = context.secrets.get(pendingName)
  const before = pending === undefined ? null : z.array(z.string()).parse(JSON.parse(pending))
  const [lost] = before ? existing.filter((name) => !before.includes(name)) : []
  if (lost === undefined)
    return check.change('create it', () => createKey(context, google, path, existing))
  return check.change('delete the key whose value was lost', () =>
    google.write('DELETE', `${iam}/${lost}`, {}),
  )
}

async function inspectKey(
  context: SetupContext,
  google: Service,
  path: string,
  email: string,
): Promise<Finding> {
  const check = forCheck('service account key')
  const text = context.secrets.get('FIREBASE_SERVICE_ACCOUNT')
  if (text) {
    const account = serviceAccountSchema.safeParse(text)
    if (account.success && account.data.client_email === email)
      return check.ok('in the recovery file')
    // A stored key, which is another project's, is replaced.
    if (!context.secrets.names().includes('FIREBASE_SERVICE_ACCOUNT'))
      return check.problem(
        `isn’t a key of ${email}`,
        'Unset FIREBASE_SERVICE_ACCOUNT, or set it to the right key.',
      )
  }
  return planNewKey(context, google, path)
}

export const serviceAccountStep: Step = {
  name: 'service-account',
  title: 'the Worker’s access to the database and to accounts',
  needs: ['google-project'],
  async inspect(context) {
    const google = await connectGoogle(context)
    const project = context.settings.require('FIREBASE_PROJECT_ID')
    const email = getEmail(context)
    const accounts = `${iam}/projects/${project}/serviceAccounts`
    const account = await google.read(`${accounts}/${email}`)
    if (!account) {
      const body = { accountId, serviceAccount: { displayName: 'The Worker' } }
      return [forCheck(email).change('create it', () => google.write('POST', accounts, { body }))]
    }
    const member = `serviceAccount:${email}`
    const policy = await readPolicy(google, project)
    const missing = roles.filter(
      (role) =>
        !policy.bindings.some(
          (binding) => binding.role === role && binding.members.includes(member),
        ),
    )
    return [
      forCheck(email).ok('exists'),
      missing.length === 0
        ? forCheck('roles').ok(roles.join(', '))
        : forCheck('roles').change(`grant ${missing.join(', ')}`, () =>
            grantRoles(context, google, project, member),
          ),
      await inspectKey(context, google, `${accounts}/${email}/keys`, email),
    ]
  },
}
