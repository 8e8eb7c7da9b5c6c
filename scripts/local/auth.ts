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

/** The command line of firebase-tools' Auth emulator, which keeps its accounts in `folder`. */
export function authEmulator({
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
  const saved = join(folder, 'saved')
  const firebase = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js')
  return {
    command: process.execPath,
    args: [
      firebase,
      'emulators:start',
      '--only=auth',
      `--project=${projectId}`,
      `--config=${config}`,
      `--export-on-exit=${saved}`,
      ...(existsSync(saved) ? [`--import=${saved}`] : []),
    ],
    // Its debug log goes to the working folder.
    cwd: folder,
  }
}

/**
 * Has the emulator tell nobody which addresses it knows, as a live project has to be set (e-mail
 * enumeration protection). It forgets that with its process.
 */
export async function protectAddresses(authUrl: string, projectId: string): Promise<void> {
  const answer = await fetch(`${authUrl}/emulator/v1/projects/${projectId}/config`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  })
  if (!answer.ok) throw new Error(`The Auth emulator was not set up: ${await answer.text()}`)
}
