import { existsSync, globSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { devEnvironment, searchPath } from '../dev-environment.ts'

/** The jar's entry point that speaks REST and gRPC on one port. */
const entryPoint = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'

export type EmulatorSearch = {
  readonly searchPath: readonly string[]
  readonly home: string
  readonly sdkRoots: readonly string[]
}

export function readEmulatorSearch(): EmulatorSearch {
  const { JAVA_HOME, CLOUDSDK_ROOT_DIR } = devEnvironment
  return {
    searchPath: [...(JAVA_HOME ? [join(JAVA_HOME, 'bin')] : []), ...searchPath],
    home: homedir(),
    sdkRoots: [
      ...(CLOUDSDK_ROOT_DIR ? [CLOUDSDK_ROOT_DIR] : []),
      '/usr/lib/google-cloud-sdk',
      '/usr/share/google-cloud-sdk',
      '/opt/google-cloud-sdk',
      '/opt/homebrew/share/google-cloud-sdk',
      join(homedir(), 'google-cloud-sdk'),
    ],
  }
}

function findJar({ sdkRoots, home }: EmulatorSearch): string | null {
  const inSdk = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
  const jar = sdkRoots.map((root) => join(root, inSdk)).find((path) => existsSync(path))
  const cached = join(home, '.cache/firebase/emulators/cloud-firestore-emulator-v*.jar')
  return jar ?? globSync(cached).sort().at(-1) ?? null
}

function findJava({ searchPath }: EmulatorSearch): string | null {
  const names = ['java', 'java.exe']
  const candidates = searchPath.flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

export type EmulatorFiles = { readonly jar: string; readonly java: string }

/** Returns null if the jar or Java is missing. */
export function findEmulator(search: EmulatorSearch): EmulatorFiles | null {
  const jar = findJar(search)
  const java = findJava(search)
  return jar && java ? { jar, java } : null
}

/** Builds the emulator's command, which loads the data saved in `folder`. */
export function buildEmulatorCommand({ jar, java }: EmulatorFiles, port: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  const exportFile = globSync(join(folder, '**/*.overall_export_metadata')).sort().at(-1)
  return {
    command: java,
    args: [
      '-Duser.language=en',
      // Java's optimising compiler uses more time than it saves in a stack's life.
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      // Identifies the stack on the command line (stack-lock.ts).
      `-Dstack.data=${folder}`,
      '-cp',
      jar,
      entryPoint,
      '--host=127.0.0.1',
      `--port=${port}`,
      ...(exportFile ? [`--import-data=${exportFile}`] : []),
    ],
  }
}

/** Saves the emulator's data: its --export-on-exit does nothing when it is stopped by a signal. */
export async function exportEmulatorData(host: string, projectId: string, folder: string) {
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}:export`, {
    method: 'POST',
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      database: `projects/${projectId}/databases/(default)`,
      export_directory: folder,
      export_name: 'saved',
    }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

export async function clearEmulator(host: string, projectId: string) {
  const database = `projects/${projectId}/databases/(default)`
  const response = await fetch(`http://${host}/emulator/v1/${database}/documents`, {
    method: 'DELETE',
    headers: { Authorization: 'Bearer owner' },
  })
  if (!response.ok) throw new Error(`Emptying the database at ${host} failed: ${response.status}`)
}
