import { describe, expect, it } from 'vitest'
import {
  checkBotCheck,
  checkBucket,
  checkPayPal,
  checkQueueExists,
  checkSecrets,
  checkWeeklyMail,
} from './check-cloudflare.ts'
import {
  checkBuiltConfiguration,
  checkWorkerConfiguration,
  type WorkerConfiguration,
} from './check-worker-configuration.ts'
import type { Finding } from './finding.ts'
import { parseQueueOutcome, readConfiguration } from './probe-cloudflare.ts'
import {
  workerHealth,
  workerMail,
  workerPayPal,
  workerRebuild,
  workerSecrets,
  workerVariables,
  workerWeeklyMail,
} from './worker-variable-names.ts'

const now = new Date('2026-12-01')
const environment = { SITE_URL: 'https://verandah.news', FIREBASE_PROJECT_ID: 'live' }
/** The repository's configuration, with what each publication sets. */
const validConfiguration: WorkerConfiguration = {
  ...(await readConfiguration())!,
  routes: [{ pattern: 'verandah.news' }],
  vars: {},
  compatibility_date: '2026-10-15',
  r2_buckets: [
    { binding: 'MEDIA', bucket_name: 'pictures' },
    { binding: 'AUDIENCES', bucket_name: 'audiences' },
  ],
}

const findChecks = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status).map(({ check }) => check)
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
      'the queue of The Weekly',
    ],
    [
      'no consumer of The Weekly’s queue',
      {
        queues: {
          ...validConfiguration.queues,
          consumers: [rebuildConsumer!, eventConsumer!],
        },
      },
      'the queue of The Weekly',
    ],
    [
      'no consumer of the events',
      {
        queues: {
          ...validConfiguration.queues,
          consumers: [rebuildConsumer!, issueConsumer!],
        },
      },
      'the queue of events',
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

  it('must equal the build’s', () => {
    expect(checkBuiltConfiguration(validConfiguration, validConfiguration)).toEqual([])
    expect(checkBuiltConfiguration(validConfiguration, null)).toEqual([])
    const changed = checkBuiltConfiguration(validConfiguration, {
      ...validConfiguration,
      routes: [],
    })
    expect(findChecks(changed, 'problem')).toEqual(['wrangler.toml'])
  })
})

describe('what Cloudflare stores', () => {
  const secrets = (names: string[] | null, vars: WorkerConfiguration['vars'] = {}) =>
    checkSecrets({ isKnown: true, value: names }, { ...validConfiguration, vars })
  const all = [...workerSecrets, ...workerVariables]

  it('may be secrets or variables', () => {
    expect(findChecks(secrets(all), 'problem')).toEqual([])
    const vars = { FIREBASE_PROJECT_ID: 'live', FIREBASE_API_KEY: 'key' }
    expect(findChecks(secrets(workerSecrets, vars), 'problem')).toEqual([])
  })

  it.each(all)('has a problem without %s', (name) => {
    const findings = secrets(all.filter((other) => other !== name))
    expect(findings).toContainEqual(
      expect.objectContaining({ status: 'problem', message: `not set: ${name}` }),
    )
  })

  it('has a problem with a missing Worker, and with addresses of fakes', () => {
    expect(findChecks(secrets(null), 'problem')).toEqual(['the Worker’s secrets'])
    expect(findChecks(secrets([...all, 'IDENTITY_URL']), 'problem')).toEqual(['IDENTITY_URL'])
  })

  it('has a warning for events without a key', () => {
    const vars = {
      ANALYTICS_URL: 'https://api.segment.io',
      REBUILD_HOOK_URL: 'https://ci.example.dev/build',
    }
    expect(findChecks(secrets([...all, workerHealth], vars), 'warning')).toEqual([
      'ANALYTICS_WRITE_KEY',
    ])
    expect(
      findChecks(secrets([...all, 'ANALYTICS_WRITE_KEY', workerHealth], vars), 'warning'),
    ).toEqual([])
  })

  it('has a warning if nothing builds the site automatically, or monitors it', () => {
    expect(findChecks(secrets([...all, workerHealth]), 'warning')).toEqual([workerRebuild.url])
    expect(findChecks(secrets([...all, workerRebuild.url]), 'warning')).toEqual([workerHealth])
  })

  const mail = 'emails to readers'
  it.each<[string, string, readonly string[], object]>([
    ['nothing', '', [], { PayPal: 'ok' }],
    [
      'everything',
      'client',
      [...workerPayPal, ...workerMail, 'MAIL_EVENTS'],
      { PayPal: 'ok', [mail]: 'ok' },
    ],
    [
      'emails without events',
      'client',
      [...workerPayPal, ...workerMail],
      { PayPal: 'ok', [mail]: 'warning' },
    ],
    ['no email service', 'client', workerPayPal, { PayPal: 'ok', [mail]: 'warning' }],
    [
      'half of either',
      'client',
      ['PAYPAL_CLIENT_ID', 'MAIL_URL'],
      { PayPal: 'problem', [mail]: 'problem' },
    ],
    ['only pages that sell', 'client', [], { PayPal: 'problem' }],
    ['only a Worker that sells', '', workerPayPal, { PayPal: 'problem', [mail]: 'warning' }],
    ['only the site’s address', '', ['SITE_URL'], { PayPal: 'ok' }],
  ])('is checked for selling with %s', (_, clientId, names, expected) => {
    const answer = { isKnown: true, value: names } as const
    const findings = checkPayPal(answer, validConfiguration, { PAYPAL_CLIENT_ID: clientId })
    expect(Object.fromEntries(findings.map(({ check, status }) => [check, status]))).toEqual(
      expected,
    )
  })

  it.each([
    ['both keys', 'site-key', ['RECAPTCHA_SECRET'], 'ok'],
    ['no key', '', [], 'ok'],
    ['only the pages’ key', 'site-key', [], 'problem'],
    ['only the Worker’s key', '', ['RECAPTCHA_SECRET'], 'problem'],
  ] as const)('is checked for the bot check with %s', (_, siteKey, names, status) => {
    const answer = { isKnown: true, value: names } as const
    expect(checkBotCheck(answer, { RECAPTCHA_SITE_KEY: siteKey })).toMatchObject([{ status }])
    expect(checkBotCheck({ isKnown: false, reason: '' }, {})).toEqual([])
  })

  it('isn’t checked offline, and neither is the bucket', () => {
    const answer = { isKnown: false, reason: 'not logged in' } as const
    const findings = [
      ...checkSecrets(answer, validConfiguration),
      checkBucket(answer, validConfiguration),
      checkQueueExists(answer, validConfiguration),
    ]
    expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['skipped']))
    expect(findings).toHaveLength(3)
  })

  it('says if no bucket or queue is configured', () => {
    const answer = { isKnown: false, reason: '--offline' } as const
    const configuration = {
      ...validConfiguration,
      r2_buckets: [],
      queues: { ...validConfiguration.queues, producers: [] },
    }
    const skipped = { status: 'skipped', reason: 'not configured' }
    expect(checkBucket(answer, configuration)).toMatchObject(skipped)
    expect(checkQueueExists(answer, configuration)).toMatchObject(skipped)
  })

  it('has a problem without the bucket', () => {
    expect(checkBucket({ isKnown: true, value: true }, validConfiguration).status).toBe('ok')
    expect(checkBucket({ isKnown: true, value: false }, validConfiguration)).toMatchObject({
      status: 'problem',
      message: 'pictures not found',
    })
  })
  it('has a problem without the queue, which wrangler reports in words', () => {
    const isKnown = (code: number, errors: string) =>
      parseQueueOutcome({ code, output: '', errors })
    const remedy = 'npm run wrangler -- queues create verandah-rebuilds'
    const none = isKnown(
      1,
      'X [ERROR] Queue "verandah-rebuilds" does not exist. To create it, run: …',
    )
    expect(checkQueueExists(isKnown(0, ''), validConfiguration).status).toBe('ok')
    expect(checkQueueExists(none, validConfiguration)).toMatchObject({
      status: 'problem',
      message: 'verandah-rebuilds not found',
      remedy,
    })
    expect(checkQueueExists(isKnown(1, 'A request failed'), validConfiguration).status).toBe(
      'skipped',
    )
  })
})

describe('what sends emails to readers', () => {
  const sender = ['MAIL_FROM', 'SITE_URL']
  const bound = { send_email: [{ name: 'EMAIL' }] }
  it.each<[object, readonly string[], object, string]>([
    [{ MAIL_PROVIDER: 'cloudflare' }, sender, bound, 'ok'],
    [{ MAIL_PROVIDER: 'cloudflare' }, sender, {}, 'problem'],
    [{ MAIL_PROVIDER: 'cloudflare' }, ['SITE_URL'], bound, 'problem'],
    [{ MAIL_PROVIDER: 'postmark' }, sender, bound, 'problem'],
    [{}, workerMail, {}, 'warning'],
    [{}, [...workerMail, 'MAIL_EVENTS'], {}, 'ok'],
    [{}, [...workerMail, 'WEEKLY_MAIL_EVENTS'], {}, 'ok'],
    [{ MAIL_PROVIDER: 'ses' }, [...workerMail, 'WEEKLY_MAIL_EVENTS'], {}, 'warning'],
    [
      { MAIL_PROVIDER: 'ses', WEEKLY_MAIL_PROVIDER: 'ses' },
      [...workerMail, 'WEEKLY_MAIL_EVENTS'],
      {},
      'ok',
    ],
    [{}, ['MAIL_URL'], {}, 'problem'],
  ])('is judged by its variables and binding: %j %j %j', (vars, value, bindings, status) => {
    const configuration = { ...validConfiguration, ...bindings, vars: { ...vars } }
    const findings = checkPayPal({ isKnown: true, value }, configuration, {})
    expect(findings.find(({ check }) => check === 'emails to readers')?.status).toBe(status)
  })
})

describe('what sends The Weekly', () => {
  it.each([
    [workerWeeklyMail, 'ok'],
    [[], 'ok'],
    [['WEEKLY_MAIL_KEY', 'WEEKLY_MAIL_FROM'], 'warning'],
    [['WEEKLY_MAIL_KEY'], 'problem'],
    [['WEEKLY_MAIL_EVENTS'], 'problem'],
  ] as const)('is judged by its variables: %j', (value, status) => {
    const [finding] = checkWeeklyMail({ isKnown: true, value }, validConfiguration)
    expect(finding?.status).toBe(status)
  })
})
