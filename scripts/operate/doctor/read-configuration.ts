import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type WorkerConfiguration,
  workerConfigurationSchema,
} from '../setup/run/worker-configuration.ts'

const file = 'wrangler.toml'

/** Returns null if the file is missing, or if wrangler refuses it. */
export async function readConfiguration(): Promise<WorkerConfiguration | null> {
  // Imported on demand, because loading wrangler takes a second.
  const { unstable_readConfig } = await import('wrangler')
  try {
    return workerConfigurationSchema.parse(
      unstable_readConfig({ config: file }, { hideWarnings: true }),
    )
  } catch {
    return null
  }
}

/** Reads the configuration's copy in a build. */
export function readBuiltConfiguration(output: string): WorkerConfiguration | null {
  const path = join(output, 'server', 'wrangler.json')
  if (!existsSync(path)) return null
  return workerConfigurationSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
}
