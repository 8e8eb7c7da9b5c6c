import { describe, expect, it } from 'vitest'
import type { WorkerConfiguration } from '../setup/run/worker-configuration.ts'
import { checkBuiltConfiguration, checkWorkerConfiguration } from './check-worker-configuration.ts'
import { environment, findChecks, now, validConfiguration } from './testing/valid-configuration.ts'

const findProblems = (configuration: WorkerConfiguration) =>
  findChecks(checkWorkerConfiguration(configuration, environment, now), 'problem')

describe('the Worker’s configuration', () => {
  it('has no problem once it has an address', () => {
    expect(findProblems(validConfiguration)).toEqual([])
    expect(findProblems({ ...validConfiguration, routes: ['verandah.news/*'] })).toEqual([])
    const vars = {
      FIREBASE_PROJECT_ID: 'live',
      ANALYTICS_URL: 'https://api.segment.io',
      REBUILD_HOOK_URL: 'https://api.github.com/repos/a/b/dispatches',
    }
    expect(findProblems({ ...validConfiguration, vars })).toEqual([])
  })

  const assets = (run_worker_first: boolean | string[]) => ({
    assets: { binding: 'ASSETS', run_worker_first },
  })
  const [rebuildConsumer, issueConsumer, eventConsumer] = validConfiguration.queues.consumers
  const consumers = (...list: WorkerConfiguration['queues']['consumers']) => ({
    queues: { ...validConfiguration.queues, consumers: [...list, issueConsumer!, eventConsumer!] },
  })
  const objects = (change: object) => ({
    durable_objects: {
      bindings: validConfiguration.durable_objects.bindings.map((binding, index) =>
        index === 0 ? { ...binding, ...change } : binding,
      ),
    },
  })
  const migrations = (change: object) => ({
    migrations: validConfiguration.migrations.map((migration, index) =>
      index === 0 ? { ...migration, ...change } : migration,
    ),
  })
  const { queue } = validConfiguration.queues.producers[0]!
  it.each<[string, Partial<WorkerConfiguration>, string]>([
    ['a further address', { workers_dev: true }, 'extra addresses'],
    ['further addresses by default', { workers_dev: undefined }, 'extra addresses'],
    ['previews', { preview_urls: true }, 'extra addresses'],
    ['no address', { routes: [] }, 'route'],
    ['another address', { routes: [{ pattern: 'other.news' }] }, 'route'],
    ['a similar address', { routes: ['verandah.news.evil.net/*'] }, 'route'],
    ['files served first', assets(false), 'run_worker_first'],
    ['sealed bodies served', assets(['/api/*']), 'run_worker_first'],
    ['sealed bodies exempt', assets(['/*', '!/sealed/*']), 'run_worker_first'],
    ['no bucket', { r2_buckets: [] }, 'bindings'],
    ['no Images', { images: undefined }, 'bindings'],
    ['a missing limit', { ratelimits: validConfiguration.ratelimits.slice(1) }, 'bindings'],
    ['no queue', { queues: { producers: [], consumers: [] } }, 'bindings'],
    ['no Durable Objects', { durable_objects: { bindings: [] } }, 'bindings'],
    ['a Durable Object of another Worker', objects({ script_name: 'other' }), 'Durable Objects'],
    ['another Durable Object', objects({ class_name: 'Other' }), 'Durable Objects'],
    ['no migration', { migrations: [] }, 'Durable Objects'],
    ['a renamed migration', migrations({ tag: 'v0' }), 'Durable Objects'],
    ['a migration without the class', migrations({ new_sqlite_classes: [] }), 'Durable Objects'],
    [
      'a migration that deletes the class',
      migrations({ deleted_classes: ['NetworkUnlocks'] }),
      'Durable Objects',
    ],
    ['no consumer of the queue', consumers(), 'the rebuild queue'],
    [
      'a consumer of another queue',
      consumers({ queue: 'another', max_concurrency: 1 }),
      'the rebuild queue',
    ],
    ['several builds at a time', consumers({ queue }), 'the rebuild queue'],
    [
      'a name that the Worker doesn’t recognise',
      {
        queues: {
          producers: validConfiguration.queues.producers.map((producer) =>
            producer.binding === 'ISSUES' ? { ...producer, queue: 'issues-of-other' } : producer,
          ),
          consumers: [...validConfiguration.queues.consumers, { queue: 'issues-of-other' }],
        },
      },
      'The Weekly’s queue',
    ],
    [
      'no consumer of The Weekly’s queue',
      {
        queues: {
          ...validConfiguration.queues,
          consumers: [rebuildConsumer!, eventConsumer!],
        },
      },
      'The Weekly’s queue',
    ],
    [
      'no consumer of the events',
      {
        queues: {
          ...validConfiguration.queues,
          consumers: [rebuildConsumer!, issueConsumer!],
        },
      },
      'the event queue',
    ],
    ['no database of the statistics', { d1_databases: [] }, 'bindings'],
    ['no cron trigger', { triggers: { crons: [] } }, 'cron'],
    ['a slow cron trigger', { triggers: { crons: ['0 * * * *'] } }, 'cron'],
    ['no date', { compatibility_date: undefined }, 'compatibility_date'],
    ['a date in the future', { compatibility_date: '2026-12-02' }, 'compatibility_date'],
  ])('has a problem with %s', (_, changed, check) => {
    expect(findProblems({ ...validConfiguration, ...changed } as WorkerConfiguration)).toEqual([
      check,
    ])
  })

  const keyedHook = 'https://api.cloudflare.com/client/v4/workers/builds/deploy_hooks/1'
  it.each([
    ['REBUILD_HOOK_URL', 'http://127.0.0.1/x'],
    ['REBUILD_HOOK_URL', 'http://ci.dev/x'],
    ['REBUILD_HOOK_URL', keyedHook],
    ['REBUILD_HOOK_TOKEN', 'x'],
    ['SESSION_KEYS', '1:x'],
    ['RECAPTCHA_SECRET', 'x'],
    ['FIRESTORE_URL', 'http://x'],
    ['MAIL_KEY', 'x'],
    ['MAIL_EVENTS', 'a long enough secret'],
    ['PAYPAL_SECRET', 'x'],
    ['ANALYTICS_WRITE_KEY', 'x'],
    ['ANALYTICS_URL', 'http://localhost:8025'],
    ['ANALYTICS_URL', 'https://a.dev/v1'],
    ['FIREBASE_PROJECT_ID', 'staging', 'FIREBASE_PROJECT_ID of the Worker'],
  ])('has a problem with the variable %s = %s', (name, value, check = name) => {
    expect(findProblems({ ...validConfiguration, vars: { [name]: value } })).toEqual([check])
  })

  it('has a warning when its date is old', () => {
    const old = { ...validConfiguration, compatibility_date: '2024-01-01' }
    const findings = checkWorkerConfiguration(old, environment, now)
    expect(findChecks(findings, 'warning')).toEqual(['compatibility_date'])
  })

  it('must match the build’s', () => {
    expect(checkBuiltConfiguration(validConfiguration, validConfiguration)).toEqual([])
    expect(checkBuiltConfiguration(validConfiguration, null)).toEqual([])
    const changed = checkBuiltConfiguration(validConfiguration, {
      ...validConfiguration,
      routes: [],
    })
    expect(findChecks(changed, 'problem')).toEqual(['wrangler.toml'])
  })
})
