/** Checks the Worker's configuration: wrangler.toml, and the build's copy of it. */
import { isDeepStrictEqual } from 'node:util'
import { getQueueNameEnding } from '../../../functions/platform/environment/queue-name.ts'
import { rateLimitBindings } from '../../../functions/platform/http/rate-limits.ts'
import { day } from '../../../src/domain/duration.ts'
import { inWords } from '../../../src/domain/number-words.ts'
import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck } from '../setup/run/finding.ts'
import type { WorkerConfiguration } from '../setup/run/worker-configuration.ts'
import { findPublicHost } from './check-environment.ts'
import { checkWorkerVariables } from './check-worker-variables.ts'

const file = 'wrangler.toml'

const durableObjects = [
  { binding: 'NETWORK_UNLOCKS', className: 'NetworkUnlocks', migration: 'v1' },
  { binding: 'ISSUE_SENDING', className: 'IssueSending', migration: 'v2' },
] as const

function checkExtraAddresses(configuration: WorkerConfiguration): Finding {
  const open = (['workers_dev', 'preview_urls'] as const).filter(
    (setting) => configuration[setting] !== false,
  )
  if (open.length === 0)
    return forCheck('extra addresses').ok('the Worker has only its own address')
  const message = `${open.join(' and ')} would give the site additional addresses`
  return forCheck('extra addresses').problem(
    message,
    `Set ${open.map((setting) => `${setting} = false`).join(', ')} in ${file}.`,
  )
}

const parseHost = (pattern: string) => pattern.replace(/^\w+:\/\//, '').split('/')[0]

function checkRoute({ routes }: WorkerConfiguration, environment: Environment): Finding {
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern))
  const host = findPublicHost(environment)
  const remedy =
    `Set at the top of ${file}, above the first [table]: ` +
    `routes = [{ pattern = "${host ?? 'your.domain'}", custom_domain = true }]`
  if (patterns.length === 0) return forCheck('route').problem('the Worker has no address', remedy)
  if (!host) return forCheck('route').skipped('SITE_URL isn’t a public address')
  if (patterns.some((pattern) => parseHost(pattern) === host)) return forCheck('route').ok(host)
  return forCheck('route').problem(
    `${patterns.join(', ')} doesn’t match SITE_URL (${host})`,
    remedy,
  )
}

/** Cloudflare serves files of dist without the Worker, except for these paths. */
const protectedPaths = ['/api/*', '/sealed/*', '/moved/*', '/landing/*', '/older-stories/*']

function checkSealedPath({ assets }: WorkerConfiguration): Finding {
  const first = assets?.run_worker_first ?? false
  const rules = typeof first === 'boolean' ? (first ? ['/*'] : []) : first
  const isCovered = (path: string) => rules.includes(path) || rules.includes('/*')
  const missing = protectedPaths.filter((path) => !isCovered(path))
  const isExempt = rules.some((rule) => rule.startsWith('!'))
  if (missing.length === 0 && !isExempt)
    return forCheck('run_worker_first').ok('encrypted bodies are not served directly')
  const message = `files would be served without the Worker: ${missing.join(', ') || 'those of a rule that begins with “!”'}`
  const list = protectedPaths.map((path) => `"${path}"`).join(', ')
  return forCheck('run_worker_first').problem(
    message,
    `Set run_worker_first = [${list}] in ${file}.`,
  )
}

function checkBindings(configuration: WorkerConfiguration): Finding {
  const bound = new Set([
    configuration.assets?.binding,
    configuration.images?.binding,
    ...configuration.r2_buckets.map(({ binding }) => binding),
    ...configuration.d1_databases.map(({ binding }) => binding),
    ...configuration.ratelimits.map(({ name }) => name),
    ...configuration.queues.producers.map(({ binding }) => binding),
    ...configuration.durable_objects.bindings.map(({ name }) => name),
  ])
  const requiredBindings = [
    ...['ASSETS', 'MEDIA', 'AUDIENCES', 'STATISTICS', 'IMAGES', ...rateLimitBindings],
    ...['REBUILDS', 'ISSUES', 'EVENTS'],
    ...durableObjects.map(({ binding }) => binding),
  ]
  const missing = requiredBindings.filter((name) => !bound.has(name))
  if (missing.length === 0) return forCheck('bindings').ok(requiredBindings.join(', '))
  const remedy = `Restore their sections in ${file} from the repository.`
  return forCheck('bindings').problem(`missing: ${missing.join(', ')}`, remedy)
}

/**
 * Without a migration, Cloudflare refuses the deployment; removing or renaming one later deletes or orphans stored
 * data.
 */
function checkDurableObjects({ durable_objects, migrations }: WorkerConfiguration): Finding[] {
  const check = forCheck('Durable Objects')
  const remedy = `Restore [[durable_objects.bindings]] and [[migrations]] in ${file} from the repository.`
  const bound = durableObjects.filter(({ binding }) =>
    durable_objects.bindings.some(({ name }) => name === binding),
  )
  // The check of the bindings reports missing ones.
  if (bound.length < durableObjects.length) return []
  const isBoundToClass = ({ binding, className }: (typeof durableObjects)[number]) =>
    durable_objects.bindings.some(
      ({ name, class_name, script_name }) =>
        name === binding && class_name === className && script_name === undefined,
    )
  const misbound = durableObjects.filter((object) => !isBoundToClass(object))
  if (misbound.length > 0) {
    const names = misbound.map(({ binding, className }) => `${binding} isn’t bound to ${className}`)
    return [check.problem(names.join(', '), remedy)]
  }
  const isCreated = ({ className, migration }: (typeof durableObjects)[number]) =>
    migrations.some(
      ({ tag, new_sqlite_classes }) => tag === migration && new_sqlite_classes.includes(className),
    ) && !migrations.some(({ deleted_classes }) => deleted_classes.includes(className))
  const missing = durableObjects.filter((object) => !isCreated(object))
  if (missing.length === 0) {
    return [check.ok(durableObjects.map(({ className }) => className).join(', '))]
  }
  const names = missing.map(({ className, migration }) => `${className} (${migration})`)
  return [check.problem(`the migrations don’t create and keep ${names.join(', ')}`, remedy)]
}

const queues = [
  { binding: 'REBUILDS', name: 'the rebuild queue' },
  { binding: 'ISSUES', name: 'The Weekly’s queue' },
  { binding: 'EVENTS', name: 'the event queue' },
] as const

/** The Worker must consume its own queue, which it recognises by its name, and run one rebuild at a time. */
function checkQueue(
  { queues: { producers, consumers } }: WorkerConfiguration,
  { binding, name }: (typeof queues)[number],
): Finding[] {
  const check = forCheck(name)
  const queue = producers.find((producer) => producer.binding === binding)?.queue
  // The check of the bindings reports a missing one.
  if (queue === undefined) return []
  const consumer = consumers.find((candidate) => candidate.queue === queue)
  if (!consumer) {
    const remedy = `Restore its sections in ${file} from the repository, and use the same name in both.`
    return [check.problem(`${queue} has no consumer`, remedy)]
  }
  const ending = getQueueNameEnding(binding)
  if (!queue.endsWith(ending)) {
    const remedy = `In ${file}, choose a name that ends with ${ending}.`
    return [check.problem(`the Worker doesn’t recognise ${queue}`, remedy)]
  }
  if (binding === 'REBUILDS' && consumer.max_concurrency !== 1) {
    const remedy = `Set max_concurrency = 1 in ${file}.`
    return [check.problem('may run several consumers at the same time', remedy)]
  }
  return [check.ok(queue)]
}

function checkCron({ triggers }: WorkerConfiguration): Finding {
  if (triggers.crons.includes('* * * * *')) return forCheck('cron').ok('every minute')
  const message = 'doesn’t run every minute: scheduled articles and repeated rebuilds would be late'
  return forCheck('cron').problem(message, `Set crons = ["* * * * *"] under [triggers] in ${file}.`)
}

/** The age in years of wrangler.toml's date from which the doctor warns. */
const maxYears = 2

function checkCompatibility({ compatibility_date: date = '' }: WorkerConfiguration, now: Date) {
  const check = forCheck('compatibility_date')
  const age = (now.getTime() - Date.parse(date)) / day
  const remedy = `Set it in ${file} to a date on which the checks passed.`
  if (Number.isNaN(age)) return check.problem('isn’t a date', remedy)
  if (age < 0) return check.problem(`${date} is in the future, which Cloudflare refuses`, remedy)
  if (age > maxYears * 365)
    return check.warning(`${date} is more than ${inWords(maxYears)} years old`, remedy)
  return check.ok(date)
}

export function checkWorkerConfiguration(
  configuration: WorkerConfiguration,
  environment: Environment,
  now: Date,
): Finding[] {
  return [
    checkExtraAddresses(configuration),
    checkRoute(configuration, environment),
    checkSealedPath(configuration),
    checkBindings(configuration),
    ...checkDurableObjects(configuration),
    ...queues.flatMap((queue) => checkQueue(configuration, queue)),
    checkCron(configuration),
    checkCompatibility(configuration, now),
    ...checkWorkerVariables(configuration, environment),
  ]
}

/** A build contains the configuration, so later changes aren't deployed. */
export function checkBuiltConfiguration(
  configuration: WorkerConfiguration,
  built: WorkerConfiguration | null,
): Finding[] {
  if (!built || isDeepStrictEqual(configuration, built)) return []
  const message = `has changed since the build, but wrangler deploys the build’s copy`
  return [forCheck(file).problem(message, 'Run "npm run build".')]
}
