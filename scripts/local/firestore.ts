import { existsSync, globSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The jar's entry point that speaks REST and gRPC on one port. */
const entryPoint = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'

/** Where gcloud and firebase-tools keep Google's emulator. */
function findJar(): string | null {
  const gcloudRoots = [
    process.env.CLOUDSDK_ROOT_DIR,
    '/usr/lib/google-cloud-sdk',
    '/usr/share/google-cloud-sdk',
    '/opt/google-cloud-sdk',
    '/opt/homebrew/share/google-cloud-sdk',
    join(homedir(), 'google-cloud-sdk'),
  ]
  for (const root of gcloudRoots) {
    const jar = root && join(root, 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar')
    if (jar && existsSync(jar)) return jar
  }
  const cache = join(homedir(), '.cache/firebase/emulators')
  return globSync(join(cache, 'cloud-firestore-emulator-v*.jar')).sort().at(-1) ?? null
}

function findJava(): string | null {
  const home = process.env.JAVA_HOME && join(process.env.JAVA_HOME, 'bin')
  const folders = [home, ...(process.env.PATH ?? '').split(delimiter)]
  for (const folder of folders) {
    if (!folder) continue
    for (const name of ['java', 'java.exe']) {
      if (existsSync(join(folder, name))) return join(folder, name)
    }
  }
  return null
}

export type FirestoreCommand = { readonly command: string; readonly args: readonly string[] }

/**
 * The command line of Google's Firestore emulator, keeping its data in `folder` between starts.
 * Throws with what to install where the emulator or Java is missing.
 */
export function firestoreEmulator(port: number, folder: string): FirestoreCommand {
  const jar = findJar()
  const java = findJava()
  if (!jar || !java) {
    throw new Error(
      `${jar ? 'Java' : 'Google’s Firestore emulator'} was not found. Install ` +
        (jar
          ? 'a Java runtime (17 or newer)'
          : 'it with "gcloud components install cloud-firestore-emulator", or with Debian’s ' +
            'package google-cloud-cli-firestore-emulator, or by "npx firebase setup:emulators:firestore"') +
        ', or name a running one in FIRESTORE_EMULATOR_HOST, and start again.',
    )
  }
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
export async function exportFirestore(host: string, projectId: string, folder: string) {
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
