/**
 * The Worker's secrets. Existing keys are never replaced: readers would be logged out, and stored bodies couldn't be
 * decrypted. Cloudflare doesn't return a secret, so the encrypted recovery file has a copy.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createKeyring } from '../../keys.ts'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { type Cloudflare, connectCloudflare } from './connect-cloudflare.ts'

/** Keyrings that `setup` creates. */
export const keyringNames = ['SEALING_KEYS', 'SESSION_KEYS', 'DESK_KEYS', 'HEALTH_KEYS'] as const

/** Secrets that services issue or people enter. */
export const givenNames = [
  'FIREBASE_SERVICE_ACCOUNT',
  'PAYPAL_SECRET',
  'MAIL_KEY',
  'MAIL_EVENTS',
  'WEEKLY_MAIL_KEY',
  'WEEKLY_MAIL_EVENTS',
  'RECAPTCHA_SECRET',
  'REBUILD_HOOK_TOKEN',
  'ANALYTICS_WRITE_KEY',
] as const

const secretsSchema = z.array(z.object({ name: z.string() }))

/** Null if the Worker doesn't exist. */
async function listSecrets(
  cloudflare: Cloudflare,
  worker: string,
): Promise<ReadonlySet<string> | null> {
  const secrets = await cloudflare.read(`workers/scripts/${worker}/secrets`, secretsSchema)
  return secrets && new Set(secrets.map(({ name }) => name))
}

export const keysStep: Step = {
  name: 'keys',
  title: 'keys for encryption, sessions, the desk and monitoring',
  needs: ['cloudflare-account'],
  async inspect(context) {
    const { secrets } = context
    const stored = await listSecrets(connectCloudflare(context), context.configuration().name)
    return keyringNames.map((name): Finding => {
      const check = forCheck(name)
      if (secrets.get(name)) return check.ok('in the recovery file')
      if (!stored?.has(name))
        return check.change('create it', async () => secrets.set(name, createKeyring()))
      const question: Question = {
        name,
        text: `${name}, from your password manager`,
        isSecret: true,
      }
      return check.person(
        'the Worker has this keyring, but this computer doesn’t, and setup won’t replace it',
        null,
        [question],
      )
    })
  },
}

/** Recognises whether a service has this value, without revealing it. */
export const digest = (name: string, value: string) =>
  createHash('sha256').update(`${name}\0${value}`).digest('base64url')

/** Returns the name under which a digest is stored, with the secrets. */
const digestName = (name: string) => `DEPLOYED_${name}`

/** Sends all secrets in one call. */
export async function putSecrets(context: SetupContext, values: Readonly<Record<string, string>>) {
  const worker = context.configuration().name
  const body = Object.entries(values).map(([name, text]) => [
    name,
    { name, text, type: 'secret_text' },
  ])
  await connectCloudflare(context).write(
    'PATCH',
    `workers/scripts/${worker}/secrets-bulk`,
    { secrets: Object.fromEntries(body) },
    z.unknown(),
    'application/merge-patch+json',
  )
  rememberDeployed(context, values)
}

/** Stores that the Worker has these values. */
export function rememberDeployed(
  { secrets }: SetupContext,
  values: Readonly<Record<string, string>>,
) {
  for (const [name, text] of Object.entries(values))
    secrets.set(digestName(name), digest(name, text))
}

/** Returns the names of the Worker's secrets; null if the Worker doesn't exist. */
export const findDeployedSecrets = (context: SetupContext) =>
  listSecrets(connectCloudflare(context), context.configuration().name)

/** A value that was set by hand can't be compared, and is left as it is. */
export function isDeployed(
  { secrets }: SetupContext,
  stored: ReadonlySet<string> | null,
  name: string,
  value: string,
) {
  const deployed = secrets.get(digestName(name))
  return stored?.has(name) === true && (deployed === undefined || deployed === digest(name, value))
}

/** The known secrets that the Worker lacks, or has with another value. `stored` are the names of those that it has. */
export function listUndeployed(
  context: SetupContext,
  stored: ReadonlySet<string> | null,
): Readonly<Record<string, string>> {
  const known = [...keyringNames, ...givenNames].flatMap((name) => {
    const value = context.secrets.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(
    known.filter(([name, value]) => !isDeployed(context, stored, name, value)),
  )
}

/** The secrets without which the Worker refuses to start, or a part of it doesn't work. */
function listNeeded({ settings }: SetupContext): readonly string[] {
  const isSet = (name: string) => settings.get(name) !== undefined
  return [
    ...['SEALING_KEYS', 'SESSION_KEYS', 'DESK_KEYS', 'FIREBASE_SERVICE_ACCOUNT'],
    ...(isSet('PAYPAL_CLIENT_ID') ? ['PAYPAL_SECRET'] : []),
    ...(isSet('MAIL_FROM') && settings.get('MAIL_PROVIDER') !== 'cloudflare' ? ['MAIL_KEY'] : []),
    ...(isSet('WEEKLY_MAIL_FROM') ? ['WEEKLY_MAIL_KEY', 'WEEKLY_MAIL_EVENTS'] : []),
    ...(isSet('RECAPTCHA_SITE_KEY') ? ['RECAPTCHA_SECRET'] : []),
    ...(isSet('REBUILD_HOOK_EVENT') ? ['REBUILD_HOOK_TOKEN'] : []),
  ]
}

/** A deploy has set them already, unless only a secret has changed since. */
export const secretsStep: Step = {
  name: 'secrets',
  title: 'the Worker’s secrets',
  // A secret for a Worker that doesn't exist would create one.
  needs: ['deploy'],
  async inspect(context) {
    const worker = context.configuration().name
    const stored = await findDeployedSecrets(context)
    const check = forCheck('secrets')
    if (!stored) return [check.skipped(`waits for the Worker ${worker}`)]
    const undeployed = listUndeployed(context, stored)
    const names = Object.keys(undeployed).join(', ')
    const unknown = listNeeded(context).filter((name) => !stored.has(name) && !undeployed[name])
    if (unknown.length > 0) {
      const remedy = 'Run `npm run setup` on the computer that has the recovery file.'
      return [check.problem(`the Worker lacks ${unknown.join(', ')}`, remedy)]
    }
    if (names === '') return [check.ok([...stored].sort().join(', '))]
    return [check.change(`set ${names}`, () => putSecrets(context, undeployed))]
  },
}
