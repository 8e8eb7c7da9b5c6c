/** The fake Cloudflare's state. */
import { listMigrations } from '../cloudflare/deploy-step.ts'
import type { WorkerConfiguration } from '../run/worker-configuration.ts'

type Binding = { readonly type: string; readonly name: string; readonly text?: string }
export type Worker = {
  bindings: Binding[]
  migrationTag: string | null
  crons: string[]
  readonly secrets: Map<string, string>
  /** The names of the variables and secrets of each version that was live. */
  readonly versions: (readonly string[])[]
}
type DnsRecord = { id: string; type: string; name: string; content: string }

export const createCloudflareState = () => ({
  accounts: [{ id: 'account-1', name: 'Verandah Ltd' }],
  zones: [
    { id: 'zone-1', name: 'verandah.news', status: 'active', name_servers: ['a.ns', 'b.ns'] },
  ],
  records: [] as DnsRecord[],
  /** Domains that send emails, by Cloudflare Email Service. */
  senders: [] as { tag: string; name: string; enabled: boolean }[],
  hasEmail: true,
  /** Whether Cloudflare sees the records of those domains. */
  seesRecords: true,
  buckets: new Set<string>(),
  fullBuckets: new Set<string>(),
  /** The Workers that consume each queue. */
  queues: new Map<string, string[]>(),
  /** The migrations of each database. */
  databases: new Map<string, string[]>(),
  workers: new Map<string, Worker>(),
  /** The Worker of each domain. */
  domains: new Map<string, string>(),
  plan: 'workers_paid',
  hasR2: true,
  token: 'cloudflare-token-of-test',
  /** Tokens created with the setup's token. */
  tokens: [] as {
    readonly id: string
    readonly name: string
    policies: unknown
    value: string
  }[],
  /** Paths below the account that the token may not use. */
  refused: new Set<string>(),
})
export type CloudflareState = ReturnType<typeof createCloudflareState>

/** Each change of code, variables or secrets is a version. */
export function addVersion({ bindings, secrets, versions }: Worker) {
  versions.push([...bindings.map(({ name }) => name), ...secrets.keys()])
}

/** Deploys the Worker as wrangler does, which keeps secrets that aren't named. */
export function deployWorker(
  state: CloudflareState,
  configuration: WorkerConfiguration,
  secrets: Readonly<Record<string, string>>,
) {
  const { name, r2_buckets, queues, d1_databases, durable_objects, ratelimits, images } =
    configuration
  const { vars, send_email } = configuration
  const bind = (type: string) => (binding: string) => ({ type, name: binding })
  const existing = state.workers.get(name)
  const worker: Worker = {
    secrets: new Map([...(existing?.secrets ?? []), ...Object.entries(secrets)]),
    versions: existing?.versions ?? [],
    bindings: [
      ...r2_buckets.map(({ binding }) => bind('r2_bucket')(binding)),
      ...queues.producers.map(({ binding }) => bind('queue')(binding)),
      ...d1_databases.map(({ binding }) => bind('d1')(binding)),
      ...durable_objects.bindings.map((one) => bind('durable_object_namespace')(one.name)),
      ...ratelimits.map((limit) => bind('ratelimit')(limit.name)),
      ...(images ? [bind('images')(images.binding)] : []),
      ...send_email.map((email) => bind('send_email')(email.name)),
      ...Object.entries(vars).map(([variable, text]) => ({
        type: 'plain_text',
        name: variable,
        text: String(text),
      })),
    ],
    migrationTag: configuration.migrations.at(-1)?.tag ?? null,
    crons: configuration.triggers.crons,
  }
  addVersion(worker)
  state.workers.set(name, worker)
  for (const { database_name: database = '' } of d1_databases)
    state.databases.set(database, listMigrations())
  for (const { queue } of queues.consumers) state.queues.set(queue, [name])
  for (const route of configuration.routes) {
    if (typeof route !== 'string') state.domains.set(route.pattern, name)
  }
}
