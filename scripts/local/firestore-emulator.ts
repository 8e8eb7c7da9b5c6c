/** Google's own Firestore emulator, where this machine has it: a jar, and Java to run it. */
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The jar's entry point that speaks REST and gRPC on one port. */
const entryPoint = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'

/** Where programs are looked for. */
export type Machine = {
  readonly searchPath: readonly string[]
  readonly home: string
  /** Folders of gcloud installations. */
  readonly sdkRoots: readonly string[]
}

export function thisMachine(): Machine {
  const { PATH = '', JAVA_HOME, CLOUDSDK_ROOT_DIR } = process.env
  return {
    searchPath: [...(JAVA_HOME ? [join(JAVA_HOME, 'bin')] : []), ...PATH.split(delimiter)],
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

function findJar({ sdkRoots, home }: Machine): string | null {
  const inSdk = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
  const jar = sdkRoots.map((root) => join(root, inSdk)).find((path) => existsSync(path))
  const cached = join(home, '.cache/firebase/emulators/cloud-firestore-emulator-v*.jar')
  return jar ?? globSync(cached).sort().at(-1) ?? null
}

function findJava({ searchPath }: Machine): string | null {
  const names = ['java', 'java.exe']
  const candidates = searchPath.flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find((path) => existsSync(path)) ?? null
}

export type Emulator = { readonly jar: string; readonly java: string }

/** Null where the jar or Java is missing. */
export function findEmulator(machine: Machine): Emulator | null {
  const jar = findJar(machine)
  const java = findJava(machine)
  return jar && java ? { jar, java } : null
}

/** The command line of the emulator, which takes up the data saved in `folder`. */
export function emulatorCommand({ jar, java }: Emulator, port: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  const saved = globSync(join(folder, '**/*.overall_export_metadata')).sort().at(-1)
  return {
    command: java,
    args: [
      '-Duser.language=en',
      // Names the stack on the command line, so that a left-over process can be told (state.ts).
      `-Dstack.data=${folder}`,
      '-cp',
      jar,
      entryPoint,
      '--host=127.0.0.1',
      `--port=${port}`,
      ...(saved ? [`--import-data=${saved}`] : []),
    ],
  }
}

/** Saves the emulator's data: its own --export-on-exit does nothing when it is asked to end. */
export async function saveEmulator(host: string, projectId: string, folder: string) {
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

/** Empties a database of an emulator that runs. */
export async function emptyEmulator(host: string, projectId: string) {
  const database = `projects/${projectId}/databases/(default)`
  const response = await fetch(`http://${host}/emulator/v1/${database}/documents`, {
    method: 'DELETE',
    headers: { Authorization: 'Bearer owner' },
  })
  if (!response.ok) throw new Error(`The database at ${host} was not emptied: ${response.status}`)
}
