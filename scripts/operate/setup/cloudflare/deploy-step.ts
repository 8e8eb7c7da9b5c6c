/** Builds and deploys if Cloudflare lacks a resource that a deploy sets up, or differs from the settings. */
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from '../../../shared/command-error.ts'
import { type Finding, forCheck } from '../run/finding.ts'
import { getDomain, type SetupContext, type Step } from '../run/step.ts'
import { checkDomainIsFree } from './account-step.ts'
import { type Cloudflare, connectCloudflare, findZone } from './connect-cloudflare.ts'
import { findDeployedSecrets, listUndeployed, rememberDeployed } from './secrets-steps.ts'
import { hasConsumer, readMigrations, readWorker } from './worker-facts.ts'

const migrationsFolder = 'functions/statistics/migrations'

export const listMigrations = () =>
  readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => basename(name))
    .sort()

/** Lists what is missing or differs, in the order in which a deploy sets it up. */
async function findUndeployed(context: SetupContext, cloudflare: Cloudflare): Promise<string[]> {
  const configuration = context.configuration()
  const { name } = configuration
  const domain = getDomain(context.settings) ?? ''
  const worker = await readWorker(cloudflare, name, domain)
  const missing: string[] = []
  for (const { database_name: database = '' } of configuration.d1_databases) {
    const applied = await readMigrations(cloudflare, database)
    const pending = listMigrations().filter((file) => !applied.includes(file))
    if (pending.length > 0) missing.push(`migrations of ${database} (${pending.join(', ')})`)
  }
  if (!worker) return [...missing, `the Worker ${name}`]
  const bindings = [
    ...configuration.r2_buckets.map(({ binding }) => binding),
    ...configuration.queues.producers.map(({ binding }) => binding),
    ...configuration.d1_databases.map(({ binding }) => binding),
    ...configuration.durable_objects.bindings.map((binding) => binding.name),
    ...configuration.ratelimits.map((limit) => limit.name),
    ...(configuration.images ? [configuration.images.binding] : []),
    ...configuration.send_email.map((binding) => binding.name),
  ].filter((binding) => !worker.bindings.has(binding))
  if (bindings.length > 0) missing.push(`bindings (${bindings.join(', ')})`)
  const variables = Object.entries(configuration.vars)
    .filter(([variable, value]) => worker.variables[variable] !== String(value))
    .map(([variable]) => variable)
  if (variables.length > 0) missing.push(`variables (${variables.join(', ')})`)
  const tag = configuration.migrations.at(-1)?.tag ?? null
  if (worker.migrationTag !== tag) missing.push(`Durable Objects (migration ${tag})`)
  const { crons } = configuration.triggers
  if (!crons.every((cron) => worker.crons.includes(cron))) missing.push('the cron trigger')
  if (!worker.domains.includes(domain)) missing.push(`the domain ${domain}`)
  for (const { queue } of configuration.queues.consumers) {
    if (!(await hasConsumer(cloudflare, queue, name))) missing.push(`the consumer of ${queue}`)
  }
  return missing
}

/** Returns the last lines of a program's output, which say why it failed. */
const lastLines = (output: string) => output.trim().split('\n').slice(-15).join('\n')

export async function buildAndDeploy(context: SetupContext) {
  const { environment, settings, secrets } = context
  const target = ['--environment', environment]
  const names = ['SEALING_KEYS', 'FIREBASE_SERVICE_ACCOUNT']
  const keys = Object.fromEntries(names.map((name) => [name, secrets.require(name)]))
  const build = await context.run({ command: 'build', arguments: target, environment: keys })
  if (!build.isDone) throw new CommandError(`The build failed.\n${lastLines(build.output)}`)
  // In the same version as the code and the variables that need them.
  const changed = listUndeployed(context, await findDeployedSecrets(context))
  const hasChanged = Object.keys(changed).length > 0
  const deploy = await context.run({
    command: 'deploy',
    arguments: hasChanged ? [...target, '--secrets'] : target,
    ...(hasChanged ? { input: JSON.stringify(changed) } : {}),
    environment: {
      CLOUDFLARE_API_TOKEN: secrets.require('CLOUDFLARE_API_TOKEN'),
      CLOUDFLARE_ACCOUNT_ID: settings.require('CLOUDFLARE_ACCOUNT_ID'),
    },
  })
  if (!deploy.isDone) throw new CommandError(`The deploy failed.\n${lastLines(deploy.output)}`)
  rememberDeployed(context, changed)
}

async function inspectDeploy(
  context: SetupContext,
  isForced: boolean,
  onDeployed: () => void,
): Promise<Finding[]> {
  const cloudflare = connectCloudflare(context)
  const zone = await findZone(cloudflare, context)
  // The domain is checked again, because a deploy would take it from another Worker.
  const domain = zone ? [await checkDomainIsFree(context, cloudflare, zone)] : []
  if (domain.some(({ status }) => status === 'problem')) return domain
  const missing = await findUndeployed(context, cloudflare)
  const check = forCheck(`Worker ${context.configuration().name}`)
  if (missing.length === 0 && !isForced) {
    return [check.ok('deployed: bindings, variables, migrations, cron, consumers and domain')]
  }
  return [
    check.change(`build and deploy: ${missing.join(', ') || 'this version'}`, async () => {
      await buildAndDeploy(context)
      onDeployed()
    }),
  ]
}

export const deployStep: Step = {
  name: 'deploy',
  title: 'build and deployment, with bindings, migrations, cron job and domain',
  needs: ['cloudflare-resources', 'keys', 'firestore', 'sign-in', 'service-account'],
  inspect: (context) => inspectDeploy(context, false, () => {}),
}

/** Creates a step that deploys once, even if nothing is missing. */
export function createForcedDeployStep(): Step {
  let isForced = true
  const onDeployed = () => {
    isForced = false
  }
  return { ...deployStep, inspect: (context) => inspectDeploy(context, isForced, onDeployed) }
}
