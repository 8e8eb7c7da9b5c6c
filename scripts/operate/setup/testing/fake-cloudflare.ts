/** The part of Cloudflare's management API that `setup` calls. */

import type { WorkerConfiguration } from '../run/worker-configuration.ts'
import { fail, succeed } from './cloudflare-answers.ts'
import { addVersion, type CloudflareState, deployWorker, type Worker } from './cloudflare-state.ts'
import { createSenderRoutes, createTokenRoutes } from './cloudflare-tokens.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeRoutes,
  guardRoutes,
  startFakeService,
  type WriteLog,
} from './fake-service.ts'

type Deployment = {
  readonly configuration: WorkerConfiguration
  readonly secrets: Readonly<Record<string, string>>
}

export function startFakeCloudflare(state: CloudflareState, log: WriteLog): Promise<string> {
  const refuse = (call: FakeCall) => {
    const tokens = [state.token, ...state.tokens.map(({ value }) => value)]
    if (!tokens.some((token) => call.headers.authorization === `Bearer ${token}`))
      return fail(401, 10_000, 'Authentication error')
    const path = call.path.replace(/^\/accounts\/[^/]+\//, '')
    if (state.refused.has(path)) return fail(403, 10_000, 'Authentication error')
    if (path.startsWith('r2/') && !state.hasR2)
      return fail(403, 10_042, 'Please enable R2 through the dashboard')
    return null
  }
  const findWorker = (name: string, answer: (worker: Worker) => FakeAnswer) => {
    const worker = state.workers.get(name)
    return worker
      ? answer(worker)
      : fail(404, 10_007, 'This Worker does not exist on your account.')
  }
  const filterNames = (names: Iterable<string>, wanted: string | null) =>
    [...names].filter((name) => wanted === null || name === wanted)
  const routes: FakeRoutes = {
    'GET /accounts': () => succeed(state.accounts),
    ...createTokenRoutes(state),
    'GET /zones': ({ query }) =>
      succeed(state.zones.filter(({ name }) => name === query.get('name'))),
    'GET /accounts/:a/subscriptions': () =>
      succeed(state.plan ? [{ rate_plan: { id: state.plan } }] : []),
    'GET /accounts/:a/workers/scripts': () =>
      succeed([...state.workers.keys()].map((id) => ({ id }))),
    'GET /zones/:z/workers/routes': () => succeed([]),
    'GET /accounts/:a/r2/buckets': () =>
      succeed({ buckets: [...state.buckets].map((name) => ({ name })) }),
    'GET /accounts/:a/r2/buckets/:name': ({ params: [, name = ''] }) =>
      state.buckets.has(name)
        ? succeed({ name })
        : fail(404, 10_006, 'The specified bucket does not exist.'),
    'POST /accounts/:a/r2/buckets': ({ json }) => {
      const name = String(json().name)
      if (state.buckets.has(name))
        return fail(409, 10_004, 'The bucket you tried to create already exists')
      state.buckets.add(name)
      return succeed({ name })
    },
    'GET /accounts/:a/queues': ({ query }) =>
      succeed(
        filterNames(state.queues.keys(), query.get('name')).map((name) => ({
          queue_name: name,
          queue_id: `id-of-${name}`,
          consumers: state.queues.get(name)!.map((script) => ({ script, type: 'worker' })),
        })),
      ),
    'POST /accounts/:a/queues': ({ json }) => {
      const name = String(json().queue_name)
      if (state.queues.has(name)) return fail(409, 11_009, 'Queue name already taken')
      state.queues.set(name, [])
      return succeed({ queue_name: name })
    },
    'GET /accounts/:a/d1/database': () =>
      succeed([...state.databases.keys()].map((name) => ({ name }))),
    'GET /accounts/:a/d1/database/:name': ({ params: [, name = ''] }) =>
      state.databases.has(name)
        ? succeed({ uuid: name, name })
        : fail(404, 7404, 'The database could not be found'),
    'POST /accounts/:a/d1/database': ({ json }) => {
      const name = String(json().name)
      if (state.databases.has(name))
        return fail(400, 7502, 'A database with that name already exists')
      state.databases.set(name, [])
      return succeed({ uuid: name, name })
    },
    'POST /accounts/:a/d1/database/:id/query?reads': ({ params: [, name = ''], json }) => {
      const applied = state.databases.get(name) ?? []
      const isTable = String(json().sql).includes('sqlite_master')
      const results = isTable ? applied.slice(0, 1).map(() => 'd1_migrations') : applied
      return succeed([
        { success: true, results: results.map((migration) => ({ name: migration })) },
      ])
    },
    'GET /accounts/:a/workers/scripts/:name/settings': ({ params: [, name = ''] }) =>
      findWorker(name, ({ bindings }) => succeed({ bindings })),
    'GET /accounts/:a/workers/services/:name': ({ params: [, name = ''] }) =>
      findWorker(name, ({ migrationTag }) =>
        succeed({ default_environment: { script: { migration_tag: migrationTag } } }),
      ),
    'GET /accounts/:a/workers/scripts/:name/schedules': ({ params: [, name = ''] }) =>
      findWorker(name, ({ crons }) => succeed({ schedules: crons.map((cron) => ({ cron })) })),
    'GET /accounts/:a/workers/scripts/:name/secrets': ({ params: [, name = ''] }) =>
      findWorker(name, ({ secrets }) =>
        succeed([...secrets.keys()].map((secret) => ({ name: secret, type: 'secret_text' }))),
      ),
    'PATCH /accounts/:a/workers/scripts/:name/secrets-bulk': ({ params: [, name = ''], json }) =>
      findWorker(name, (worker) => {
        const given = Object.entries(json().secrets as Record<string, { text: string }>)
        for (const [secret, { text }] of given) worker.secrets.set(secret, text)
        addVersion(worker)
        return succeed({})
      }),
    'GET /accounts/:a/workers/domains': ({ query }) =>
      succeed(
        filterNames(state.domains.keys(), query.get('hostname')).map((hostname) => ({
          id: hostname,
          hostname,
          service: state.domains.get(hostname),
        })),
      ),
    'GET /zones/:z/dns_records': ({ query }) =>
      succeed(state.records.filter(({ name }) => !query.has('name') || name === query.get('name'))),
    'POST /zones/:z/dns_records': ({ json }) => {
      const { type, name, content } = json()
      const record = {
        id: `record-${state.records.length}`,
        type: String(type),
        name: String(name),
        content: String(content),
      }
      state.records.push(record)
      return succeed(record)
    },
    'PATCH /zones/:z/dns_records/:id': ({ params: [, id], json }) => {
      const record = state.records.find((one) => one.id === id)
      if (!record) return fail(404, 81_044, 'Record does not exist.')
      record.content = String(json().content)
      return succeed(record)
    },
    ...createSenderRoutes(state),
    'DELETE /accounts/:a/workers/domains/:id': ({ params: [, id = ''] }) => {
      state.domains.delete(id)
      return succeed({})
    },
    'DELETE /accounts/:a/workers/scripts/:name': ({ params: [, name = ''] }) => {
      state.workers.delete(name)
      return succeed({})
    },
    'DELETE /accounts/:a/r2/buckets/:name': ({ params: [, name = ''] }) => {
      if (state.fullBuckets.has(name))
        return fail(409, 10_008, 'The bucket you tried to delete is not empty')
      state.buckets.delete(name)
      return succeed({})
    },
    'DELETE /accounts/:a/queues/:id': ({ params: [, id = ''] }) => {
      state.queues.delete(id.replace('id-of-', ''))
      return succeed({})
    },
    'DELETE /accounts/:a/d1/database/:id': ({ params: [, id = ''] }) => {
      state.databases.delete(id)
      return succeed({})
    },
    // Cloudflare doesn't have this route: it has the effect of wrangler's many calls.
    'PUT /deploy': ({ json }) => {
      const { configuration, secrets } = json() as Deployment
      deployWorker(state, configuration, secrets)
      return succeed({})
    },
  }
  return startFakeService('cloudflare', guardRoutes(routes, refuse), log)
}
