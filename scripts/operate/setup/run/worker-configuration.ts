/** The parts of wrangler.toml, and of a build's copy of it, that are checked. */
import { z } from 'zod'
import {
  applyEnvironment,
  type EnvironmentName,
  readBaseConfiguration,
  type StoredSettings,
} from '../../../build/deploy-environment.ts'

const routeSchema = z.union([z.string(), z.object({ pattern: z.string() })])

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
  d1_databases: z
    .array(z.object({ binding: z.string(), database_name: z.string().optional() }))
    .default([]),
  images: z.object({ binding: z.string() }).optional(),
  send_email: z.array(z.object({ name: z.string() })).default([]),
  ratelimits: z.array(z.object({ name: z.string(), namespace_id: z.string() })).default([]),
  queues: z
    .object({
      producers: z.array(z.object({ binding: z.string(), queue: z.string() })).default([]),
      consumers: z
        .array(z.object({ queue: z.string(), max_concurrency: z.number().nullish() }))
        .default([]),
    })
    .default({ producers: [], consumers: [] }),
  durable_objects: z
    .object({
      bindings: z
        .array(
          z.object({
            name: z.string(),
            class_name: z.string(),
            script_name: z.string().optional(),
          }),
        )
        .default([]),
    })
    .default({ bindings: [] }),
  migrations: z
    .array(
      z.object({
        tag: z.string(),
        new_sqlite_classes: z.array(z.string()).default([]),
        deleted_classes: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  triggers: z.object({ crons: z.array(z.string()).default([]) }).default({ crons: [] }),
})
export type WorkerConfiguration = z.infer<typeof workerConfigurationSchema>

/** Returns wrangler.toml’s configuration with an environment’s names, address and variables. */
export function readEnvironmentConfiguration(
  environment: EnvironmentName,
  settings: StoredSettings,
): WorkerConfiguration {
  const base = readBaseConfiguration()
  return workerConfigurationSchema.parse(applyEnvironment(base, base, environment, settings))
}
