import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type AuthEmulatorOptions = {
  readonly port: number
  readonly hubPort: number
  readonly loggingPort: number
  readonly folder: string
  readonly projectId: string
}

/** In MB. Without this limit, the 70 MB that firebase-tools only needs while starting are never freed. */
const memoryFlags = ['--max-old-space-size=192', '--max-semi-space-size=4']

/** Builds the command of firebase-tools' Auth emulator, which stores its accounts in `folder`. */
export function buildAuthEmulatorCommand({
  port,
  hubPort,
  loggingPort,
  folder,
  projectId,
}: AuthEmulatorOptions) {
  mkdirSync(folder, { recursive: true })
  const config = join(folder, 'firebase.json')
  const host = '127.0.0.1'
  writeFileSync(
    config,
    JSON.stringify({
      emulators: {
        auth: { host, port },
        hub: { host, port: hubPort },
        logging: { host, port: loggingPort },
        ui: { enabled: false },
      },
    }),
  )
  const exportFolder = join(folder, 'saved')
  const firebase = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  return {
    command: process.execPath,
    args: [
      ...memoryFlags,
      firebase,
      'emulators:start',
      '--only=auth',
      `--project=${projectId}`,
      `--config=${config}`,
      `--export-on-exit=${exportFolder}`,
      ...(existsSync(exportFolder) ? [`--import=${exportFolder}`] : []),
    ],
    // The emulator writes its debug log into the working folder.
    cwd: folder,
  }
}

/** Production needs email enumeration protection too. The emulator loses the setting when it stops. */
export async function enableEmailPrivacy(authUrl: string, projectId: string): Promise<void> {
  const response = await fetch(`${authUrl}/emulator/v1/projects/${projectId}/config`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  })
  if (!response.ok) throw new Error(`Setting up the Auth emulator failed: ${await response.text()}`)
}
