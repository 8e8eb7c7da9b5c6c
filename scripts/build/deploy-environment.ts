/**
 * Where a build is deployed: live or staging. `setup` stores an environment's public values in a file that is committed;
 * the build and the Worker's configuration get them from there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import { variableSchemas } from '../../functions/platform/environment/env.ts'
import { buildEnvironmentSchema } from '../../src/content/build-environment.ts'
import { CommandError } from '../shared/command-error.ts'

const environmentNames = ['live', 'staging'] as const
export type EnvironmentName = (typeof environmentNames)[number]

export function parseEnvironmentName(text: string): EnvironmentName {
  const name = environmentNames.find((known) => known === text)
  if (name) return name
  throw new CommandError(`"${text}" isn’t an environment. Choose live or staging.`)
}

export const getSettingsPath = (environment: EnvironmentName) => `.setup.${environment}.json`

export type StoredSettings = Readonly<Record<string, string>>

export function readStoredSettings(environment: EnvironmentName): StoredSettings | null {
  const path = getSettingsPath(environment)
  if (!existsSync(path)) return null
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** Two environments' builds never share a folder: one would take over the other's articles. */
const folders = {
  live: {},
  staging: { BUILD_STATE: '.local/build-staging', BUILD_OUTPUT: '.local/site-staging' },
} as const satisfies Record<EnvironmentName, StoredSettings>

export const getOutputFolder = (environment: EnvironmentName) =>
  environment === 'live' ? 'dist' : folders.staging.BUILD_OUTPUT

const pickNames = (settings: StoredSettings, isPicked: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isPicked(name)))

/** Lists the build's variables that `setup` has stored. */
export const listBuildVariables = (environment: EnvironmentName, settings: StoredSettings) => ({
  ...pickNames(settings, (name) => name in buildEnvironmentSchema.shape),
  ...folders[environment],
})

/** Lists the Worker's public variables that `setup` has stored. */
const listWorkerVariables = (settings: StoredSettings) =>
  pickNames(settings, (name) => name in variableSchemas)

const namedSchema = z.looseObject({
  name: z.string(),
  vars: z.record(z.string(), z.unknown()).default({}),
  r2_buckets: z.array(z.looseObject({ bucket_name: z.string() })).default([]),
  d1_databases: z.array(z.looseObject({ database_name: z.string() })).default([]),
  ratelimits: z.array(z.looseObject({ namespace_id: z.string() })).default([]),
  send_email: z.array(z.looseObject({ name: z.string() })).default([]),
  queues: z.looseObject({
    producers: z.array(z.looseObject({ queue: z.string() })).default([]),
    consumers: z.array(z.looseObject({ queue: z.string() })).default([]),
  }),
})
export type NamedConfiguration = z.infer<typeof namedSchema>

export const readBaseConfiguration = (): NamedConfiguration =>
  namedSchema.parse(parseToml(readFileSync('wrangler.toml', 'utf8')))

/** Namespaces of rate limits are numbers that are unique in an account. */
const stagingNamespaces = 500_000

/** Returns the configuration with the environment's names, address and variables. `base` is wrangler.toml's. */
export function applyEnvironment(
  configuration: NamedConfiguration,
  base: NamedConfiguration,
  environment: EnvironmentName,
  settings: StoredSettings,
) {
  const { name: prefix } = base
  const rename = (name: string) => {
    const staging = `${prefix}-staging`
    // The build may have renamed this configuration before.
    const original = name.startsWith(staging) ? prefix + name.slice(staging.length) : name
    if (environment === 'live') return original
    return original.startsWith(prefix)
      ? staging + original.slice(prefix.length)
      : `staging-${original}`
  }
  const renumber = (id: string) => {
    const original = Number(id) % stagingNamespaces
    return String(environment === 'live' ? original : original + stagingNamespaces)
  }
  const { SITE_URL, MAIL_PROVIDER } = settings
  const sendsByBinding = MAIL_PROVIDER === 'cloudflare' && configuration.send_email.length === 0
  return {
    ...configuration,
    name: rename(base.name),
    // wrangler refuses to deploy a build with another `--env`.
    targetEnvironment: environment,
    ...(SITE_URL ? { routes: [{ pattern: new URL(SITE_URL).hostname, custom_domain: true }] } : {}),
    ...(sendsByBinding ? { send_email: [{ name: 'EMAIL' }] } : {}),
    vars: { ...base.vars, ...listWorkerVariables(settings) },
    r2_buckets: configuration.r2_buckets.map((bucket) => ({
      ...bucket,
      bucket_name: rename(bucket.bucket_name),
    })),
    d1_databases: configuration.d1_databases.map((database) => ({
      ...database,
      database_name: rename(database.database_name),
    })),
    ratelimits: configuration.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: renumber(limit.namespace_id),
    })),
    queues: {
      ...configuration.queues,
      producers: configuration.queues.producers.map((one) => ({
        ...one,
        queue: rename(one.queue),
      })),
      consumers: configuration.queues.consumers.map((one) => ({
        ...one,
        queue: rename(one.queue),
      })),
    },
  }
}

const builtConfigurationPath = (output: string) => join(output, 'server', 'wrangler.json')

/** Completes the configuration that a build has written. */
export function writeBuiltConfiguration(environment: EnvironmentName, settings: StoredSettings) {
  const path = builtConfigurationPath(getOutputFolder(environment))
  const built = namedSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const base = readBaseConfiguration()
  writeFileSync(path, JSON.stringify(applyEnvironment(built, base, environment, settings)))
}

/** Sets the built configuration that `wrangler deploy` uploads. */
export function nameDeployedConfiguration(output: string) {
  const folder = join('.wrangler', 'deploy')
  const configPath = relative(folder, builtConfigurationPath(output))
  const content = JSON.stringify({ configPath, auxiliaryWorkers: [] })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), content)
}

/** Returns which environment a build is for, and its Worker's name; null if there is no build. */
export function readBuiltTarget(output: string) {
  const path = builtConfigurationPath(output)
  if (!existsSync(path)) return null
  const schema = z.object({ name: z.string(), targetEnvironment: z.string().nullish() })
  const { name, targetEnvironment } = schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  return { name, environment: targetEnvironment ?? null }
}
