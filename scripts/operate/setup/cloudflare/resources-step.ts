/** Creates the resources that wrangler.toml names. Existing resources are used unchanged. */
import { z } from 'zod'
import { type Finding, forCheck } from '../run/finding.ts'
import type { SetupContext, Step } from '../run/step.ts'
import { type Cloudflare, connectCloudflare, isFailure } from './connect-cloudflare.ts'

export function listResources({ configuration }: SetupContext) {
  const { r2_buckets, queues, d1_databases } = configuration()
  return [
    ...r2_buckets.map(({ bucket_name: name = '' }) => ({
      kind: 'bucket',
      name,
      path: `r2/buckets/${name}`,
      collection: 'r2/buckets',
      body: { name },
    })),
    ...queues.producers.map(({ queue: name }) => ({
      kind: 'queue',
      name,
      path: `queues?name=${name}`,
      collection: 'queues',
      body: { queue_name: name },
    })),
    ...d1_databases.map(({ database_name: name = '' }) => ({
      kind: 'database',
      name,
      path: `d1/database/${name}`,
      collection: 'd1/database',
      body: { name },
    })),
  ]
}

type Resource = ReturnType<typeof listResources>[number]

const itemSchema = z.looseObject({ uuid: z.string().optional(), queue_id: z.string().optional() })
const foundSchema = z.union([z.array(itemSchema), itemSchema])

/** Returns the id or name by which the resource is deleted; null if it doesn't exist. */
export async function findResource(
  cloudflare: Cloudflare,
  { path, name }: Resource,
): Promise<string | null> {
  const found = await cloudflare.read(path, foundSchema)
  const item = Array.isArray(found) ? found[0] : found
  return item ? (item.uuid ?? item.queue_id ?? name) : null
}

async function create(cloudflare: Cloudflare, { collection, body }: Resource) {
  try {
    await cloudflare.write('POST', collection, body)
  } catch (error) {
    // Another run has created the resource.
    if (!isFailure(error, 'exists')) throw error
  }
}

export const cloudflareResourcesStep: Step = {
  name: 'cloudflare-resources',
  title: 'buckets, queues and the statistics database',
  needs: ['cloudflare-account'],
  async inspect(context) {
    const cloudflare = connectCloudflare(context)
    const findings: Finding[] = []
    for (const resource of listResources(context)) {
      const check = forCheck(`${resource.kind} ${resource.name}`)
      findings.push(
        (await findResource(cloudflare, resource)) !== null
          ? check.ok('exists')
          : check.change('create it', () => create(cloudflare, resource)),
      )
    }
    return findings
  },
}
