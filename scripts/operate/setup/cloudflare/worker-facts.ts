/** Reads the Worker's state at Cloudflare. */
import { z } from 'zod'
import type { Cloudflare } from './connect-cloudflare.ts'

const bindingSchema = z.looseObject({
  type: z.string(),
  name: z.string(),
  text: z.string().optional(),
})
const settingsSchema = z.object({ bindings: z.array(bindingSchema).default([]) })
const serviceSchema = z.object({
  default_environment: z.object({ script: z.object({ migration_tag: z.string().nullish() }) }),
})
const schedulesSchema = z.object({ schedules: z.array(z.object({ cron: z.string() })) })
const domainsSchema = z.array(z.object({ hostname: z.string(), service: z.string() }))
const queuesSchema = z.array(
  z.object({
    queue_name: z.string(),
    consumers: z
      .array(z.object({ script: z.string().optional(), service: z.string().optional() }))
      .default([]),
  }),
)
const databaseSchema = z.object({ uuid: z.string() })
const rowsSchema = z.array(
  z.object({ results: z.array(z.object({ name: z.string() })).default([]) }),
)

/** Null if the Worker doesn't exist. */
export async function readWorker(cloudflare: Cloudflare, name: string, domain: string) {
  const settings = await cloudflare.read(`workers/scripts/${name}/settings`, settingsSchema)
  if (!settings) return null
  const service = await cloudflare.read(`workers/services/${name}`, serviceSchema)
  const schedules = await cloudflare.read(`workers/scripts/${name}/schedules`, schedulesSchema)
  const domains = (await cloudflare.read(`workers/domains?hostname=${domain}`, domainsSchema)) ?? []
  const texts = settings.bindings.filter(({ type }) => type === 'plain_text')
  return {
    bindings: new Map(settings.bindings.map(({ name: binding, type }) => [binding, type])),
    /** Public variables. */
    variables: Object.fromEntries(texts.map(({ name: variable, text = '' }) => [variable, text])),
    migrationTag: service?.default_environment.script.migration_tag ?? null,
    crons: schedules?.schedules.map(({ cron }) => cron) ?? [],
    domains: domains.filter((one) => one.service === name).map(({ hostname }) => hostname),
  }
}

export async function hasConsumer(
  cloudflare: Cloudflare,
  queue: string,
  worker: string,
): Promise<boolean> {
  const queues = (await cloudflare.read(`queues?name=${queue}`, queuesSchema)) ?? []
  const consumers = queues.find(({ queue_name }) => queue_name === queue)?.consumers ?? []
  return consumers.some(({ script, service }) => (script ?? service) === worker)
}

/** Returns the names of the database's migrations; none if it's new. wrangler creates the table. */
export async function readMigrations(
  cloudflare: Cloudflare,
  database: string,
): Promise<readonly string[]> {
  const found = await cloudflare.read(`d1/database/${database}`, databaseSchema)
  if (!found) return []
  const path = `d1/database/${found.uuid}/query`
  const table = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'"
  const [tables] = await cloudflare.write('POST', path, { sql: table }, rowsSchema)
  if (!tables?.results.length) return []
  const names = { sql: 'SELECT name FROM d1_migrations' }
  const [rows] = await cloudflare.write('POST', path, names, rowsSchema)
  return rows?.results.map(({ name }) => name) ?? []
}
