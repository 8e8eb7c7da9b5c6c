/**
 * The token with which GitHub deploys. It has only the permissions that a deploy needs, in this account and zone, so it
 * can't change DNS or create tokens. Source: "Account Owned Tokens" in Cloudflare's API reference.
 */
import { z } from 'zod'
import { CommandError } from '../../../shared/command-error.ts'
import {
  type Cloudflare,
  connectCloudflare,
  createTokenLink,
  findZone,
  isFailure,
  isRefusedToken,
} from '../cloudflare/connect-cloudflare.ts'
import { type Finding, forCheck, type Question } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { isUnused } from './github-steps.ts'

/** `key` is the permission's name in a link, `group` that in the API. */
const permissions = [
  { key: 'workers_scripts', type: 'edit', group: 'Workers Scripts Write', isOfZone: false },
  { key: 'd1', type: 'edit', group: 'D1 Write', isOfZone: false },
  { key: 'queues', type: 'edit', group: 'Queues Write', isOfZone: false },
  { key: 'account_settings', type: 'read', group: 'Account Settings Read', isOfZone: false },
  { key: 'workers_routes', type: 'edit', group: 'Workers Routes Write', isOfZone: true },
  { key: 'zone', type: 'read', group: 'Zone Read', isOfZone: true },
] as const

export const deployTokenName = 'CLOUDFLARE_DEPLOY_TOKEN'

const getTokenName = ({ configuration }: SetupContext) => `${configuration().name} deploy`

const question: Question = {
  name: deployTokenName,
  text: 'The deployment token',
  isSecret: true,
}

const groupsSchema = z.array(z.object({ id: z.string(), name: z.string() }))

async function createPolicies(context: SetupContext, cloudflare: Cloudflare) {
  const zone = await findZone(cloudflare, context)
  const account = context.settings.require('CLOUDFLARE_ACCOUNT_ID')
  const groups = new Map<string, string>()
  for (const { group } of permissions) {
    const path = `tokens/permission_groups?name=${encodeURIComponent(group)}`
    const found = await cloudflare.read(path, groupsSchema)
    const id = found?.find(({ name }) => name === group)?.id
    if (!id)
      throw new CommandError(
        `Cloudflare no longer has the permission “${group}”. Upgrade to a version of this project that uses its new name.`,
      )
    groups.set(group, id)
  }
  const create = (isOfZone: boolean, resource: string) => ({
    effect: 'allow',
    resources: { [`com.cloudflare.api.account.${resource}`]: '*' },
    permission_groups: permissions
      .filter((permission) => permission.isOfZone === isOfZone)
      .map(({ group }) => ({ id: groups.get(group) })),
  })
  return [create(false, account), ...(zone ? [create(true, `zone.${zone.id}`)] : [])]
}

const tokensSchema = z.array(z.object({ id: z.string(), name: z.string() }))

/** Cloudflare shows a token's value once, so an existing one gets a new value, which ends the old one. */
async function planToken(
  context: SetupContext,
  check: ReturnType<typeof forCheck>,
): Promise<Finding> {
  const { secrets } = context
  const cloudflare = connectCloudflare(context)
  const name = getTokenName(context)
  try {
    const tokens = await cloudflare.read('tokens?per_page=50', tokensSchema)
    const found = tokens?.find((token) => token.name === name)
    if (found) {
      return check.change('replace its value', async () => {
        const path = `tokens/${found.id}/value`
        secrets.set(deployTokenName, await cloudflare.write('PUT', path, {}, z.string()))
      })
    }
    return check.change('create it with the permissions that a deployment needs', async () => {
      const policies = await createPolicies(context, cloudflare)
      const schema = z.object({ value: z.string() })
      const { value } = await cloudflare.write('POST', 'tokens', { name, policies }, schema)
      secrets.set(deployTokenName, value)
    })
  } catch (error) {
    if (!isFailure(error, 'noPermission')) throw error
    const text = 'create a deployment token for GitHub: the link fills in its permissions'
    return check.person(text, createTokenLink(permissions, 'deploy'), [question])
  }
}

/** Returns whether Cloudflare accepts the token for a deploy's calls. */
async function works(context: SetupContext, token: string): Promise<boolean> {
  const cloudflare = connectCloudflare(context, token)
  try {
    for (const path of ['workers/scripts', 'd1/database', 'queues']) await cloudflare.read(path)
    return (await findZone(cloudflare, context)) !== null
  } catch (error) {
    if (isRefusedToken(error)) return false
    throw error
  }
}

export const deployTokenStep: Step = {
  name: 'deploy-token',
  title: 'GitHub’s deployment token',
  needs: ['github-account', 'cloudflare-account'],
  async inspect(context) {
    const check = forCheck(`token “${getTokenName(context)}”`)
    if (isUnused(context)) return [check.ok('not used')]
    const token = context.secrets.get(deployTokenName)
    if (token !== undefined && (await works(context, token))) return [check.ok('works')]
    return [await planToken(context, check)]
  },
}

/** Replaces the token's value, once. */
export function createTokenRotation(): Step {
  let before: string | undefined
  return {
    name: `rotate ${deployTokenName}`,
    title: 'a new value for the token; the old one stops working immediately',
    async inspect(context) {
      const check = forCheck(`token “${getTokenName(context)}”`)
      const value = context.secrets.require(deployTokenName)
      before ??= value
      if (value !== before) return [check.ok('rotated')]
      return [await planToken(context, check)]
    },
  }
}
