/** What the doctor makes of the Worker's configuration: wrangler.toml, and the build's copy of it. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { limitBindings } from '../../functions/http/limits.ts'
import { type Environment, publicHost } from './environment.ts'
import { type Finding, notAsked, ok, problem, warning } from './finding.ts'
import { checkWorkerVariables } from './worker-variables.ts'

const routeSchema = z.union([z.string(), z.object({ pattern: z.string() })])

/** The parts of wrangler's configuration that are looked at, with wrangler's own names. */
export const workerConfigurationSchema = z.object({
  name: z.string(),
  compatibility_date: z.string().optional(),
  workers_dev: z.boolean().optional(),
  preview_urls: z.boolean().optional(),
  routes: z.array(routeSchema).default([]),
  vars: z.record(z.string(), z.unknown()).default({}),
  assets: z
    .object({
      binding: z.string().optional(),
      run_worker_first: z.union([z.boolean(), z.array(z.string())]).default(false),
    })
    .optional(),
  r2_buckets: z
    .array(z.object({ binding: z.string(), bucket_name: z.string().optional() }))
    .default([]),
  images: z.object({ binding: z.string() }).optional(),
  ratelimits: z.array(z.object({ name: z.string(), namespace_id: z.string() })).default([]),
  queues: z
    .object({
      producers: z.array(z.object({ binding: z.string(), queue: z.string() })).default([]),
      consumers: z
        .array(z.object({ queue: z.string(), max_concurrency: z.number().nullish() }))
        .default([]),
    })
    .default({ producers: [], consumers: [] }),
  triggers: z.object({ crons: z.array(z.string()).default([]) }).default({ crons: [] }),
})
export type WorkerConfiguration = z.infer<typeof workerConfigurationSchema>

const file = 'wrangler.toml'

function checkDoors(configuration: WorkerConfiguration): Finding {
  const open = (['workers_dev', 'preview_urls'] as const).filter(
    (door) => configuration[door] !== false,
  )
  if (open.length === 0) return ok('doors', 'the Worker answers at its own address only')
  const says = `${open.join(' and ')} would give the site further addresses`
  return problem(
    'doors',
    says,
    `Set ${open.map((door) => `${door} = false`).join(', ')} in ${file}.`,
  )
}

const hostOf = (pattern: string) => pattern.replace(/^\w+:\/\//, '').split('/')[0]

function checkRoute({ routes }: WorkerConfiguration, environment: Environment): Finding {
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern))
  const host = publicHost(environment)
  const remedy =
    `Name it at the top of ${file}, above the first [table]: ` +
    `routes = [{ pattern = "${host ?? 'your.domain'}", custom_domain = true }]`
  if (patterns.length === 0) return problem('route', 'no address leads to the Worker', remedy)
  if (!host) return notAsked('route', 'SITE_URL does not say which it should be')
  if (patterns.some((pattern) => hostOf(pattern) === host)) return ok('route', host)
  return problem('route', `${patterns.join(', ')} is not SITE_URL’s ${host}`, remedy)
}

/** Files of dist are served before the Worker is asked, but for these. */
const guarded = ['/api/*', '/sealed/*', '/moved/*']

function checkSealedPath({ assets }: WorkerConfiguration): Finding {
  const first = assets?.run_worker_first ?? false
  const rules = typeof first === 'boolean' ? (first ? ['/*'] : []) : first
  const covers = (path: string) => rules.includes(path) || rules.includes('/*')
  const missing = guarded.filter((path) => !covers(path))
  const isExempt = rules.some((rule) => rule.startsWith('!'))
  if (missing.length === 0 && !isExempt)
    return ok('run_worker_first', 'sealed bodies are not served')
  const says = `files would be served without the Worker: ${missing.join(', ') || 'an exemption'}`
  const list = guarded.map((path) => `"${path}"`).join(', ')
  return problem('run_worker_first', says, `Set run_worker_first = [${list}] in ${file}.`)
}

function checkBindings(configuration: WorkerConfiguration): Finding {
  const bound = new Set([
    configuration.assets?.binding,
    configuration.images?.binding,
    ...configuration.r2_buckets.map(({ binding }) => binding),
    ...configuration.ratelimits.map(({ name }) => name),
    ...configuration.queues.producers.map(({ binding }) => binding),
  ])
  const wanted = ['ASSETS', 'MEDIA', 'IMAGES', ...limitBindings, 'REBUILDS']
  const missing = wanted.filter((name) => !bound.has(name))
  if (missing.length === 0) return ok('bindings', wanted.join(', '))
  const remedy = `Take their sections of ${file} from the repository.`
  return problem('bindings', `missing: ${missing.join(', ')}`, remedy)
}

/** What is sent has to be taken by the same Worker, and by one at a time. */
function checkQueue({ queues }: WorkerConfiguration): Finding[] {
  const check = 'the queue of rebuilds'
  const producer = queues.producers.find(({ binding }) => binding === 'REBUILDS')
  // Said already, among the bindings.
  if (!producer) return []
  const consumer = queues.consumers.find(({ queue }) => queue === producer.queue)
  const remedy = `Take its sections of ${file} from the repository, and give both the same name.`
  if (!consumer) return [problem(check, `nobody takes what is sent to ${producer.queue}`, remedy)]
  if (consumer.max_concurrency === 1) return [ok(check, producer.queue)]
  return [problem(check, 'is taken by several at once', `Set max_concurrency = 1 in ${file}.`)]
}

function checkClock({ triggers }: WorkerConfiguration): Finding {
  if (triggers.crons.includes('* * * * *')) return ok('the clock', 'every minute')
  const says = 'does not run every minute: scheduled articles and failed rebuilds would wait'
  return problem('the clock', says, `Set crons = ["* * * * *"] under [triggers] in ${file}.`)
}

/** A day in milliseconds. */
const day = 24 * 60 * 60 * 1000

function checkCompatibility({ compatibility_date: date = '' }: WorkerConfiguration, now: Date) {
  const check = 'compatibility_date'
  const age = (now.getTime() - Date.parse(date)) / day
  const remedy = `Set it in ${file} to a day on which the checks have passed.`
  if (Number.isNaN(age)) return problem(check, 'is not a date', remedy)
  if (age < 0) return problem(check, `${date} is in the future, which Cloudflare refuses`, remedy)
  if (age > 2 * 365) return warning(check, `${date} is more than two years old`, remedy)
  return ok(check, date)
}

export function checkWorkerConfiguration(
  configuration: WorkerConfiguration,
  environment: Environment,
  now: Date,
): Finding[] {
  return [
    checkDoors(configuration),
    checkRoute(configuration, environment),
    checkSealedPath(configuration),
    checkBindings(configuration),
    ...checkQueue(configuration),
    checkClock(configuration),
    checkCompatibility(configuration, now),
    ...checkWorkerVariables(configuration, environment),
  ]
}

/** A build carries the configuration along: what was changed since is not deployed. */
export function checkBuiltConfiguration(
  configuration: WorkerConfiguration,
  built: WorkerConfiguration | null,
): Finding[] {
  if (!built || isDeepStrictEqual(configuration, built)) return []
  const says = `has changed since the build, and wrangler deploys the build’s copy`
  return [problem(file, says, 'npm run build')]
}
