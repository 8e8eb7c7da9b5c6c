/** Only this module depends on the choice of the local stack's Firestore. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  buildEmulatorCommand,
  clearEmulator,
  type EmulatorFiles,
  type EmulatorSearch,
  exportEmulatorData,
  findEmulator,
} from './firestore-emulator.ts'

export type FirestoreChoice =
  /** `running`: a Firestore that is already running and isn't stopped. */
  | { readonly kind: 'running'; readonly host: string }
  | { readonly kind: 'emulator'; readonly emulator: EmulatorFiles }
  | { readonly kind: 'fake'; readonly reason: string }

const firestoreOptions = ['fake', 'emulator'] as const

/** Throws with instructions if the environment's choice is impossible. */
export function chooseFirestore(
  {
    FIRESTORE_EMULATOR_HOST: host,
    FIRESTORE: requested,
  }: Readonly<Record<string, string | undefined>>,
  machine: EmulatorSearch,
): FirestoreChoice {
  if (requested && !firestoreOptions.includes(requested as 'emulator')) {
    throw new Error(
      `FIRESTORE is "${requested}", but it must be ${firestoreOptions.join(' or ')}, or unset.`,
    )
  }
  if (host) return { kind: 'running', host }
  if (requested === 'fake') return { kind: 'fake', reason: 'FIRESTORE=fake' }
  const emulator = findEmulator(machine)
  if (emulator) return { kind: 'emulator', emulator }
  if (requested === 'emulator') {
    throw new Error(
      'Google’s Firestore emulator or Java wasn’t found. Install Java 17 or newer and ' +
        '"gcloud components install cloud-firestore-emulator" or "npx firebase ' +
        'setup:emulators:firestore"; or unset FIRESTORE to use our fake.',
    )
  }
  return { kind: 'fake', reason: 'Google’s emulator or Java wasn’t found' }
}

export type LocalFirestore = {
  readonly host: string
  readonly description: string
  /** The command; null if Firestore is already running. */
  readonly command: null | {
    readonly command: string
    readonly args: readonly string[]
    readonly isScript: boolean
  }
  /** Called before Firestore is stopped. */
  saveData(): Promise<void>
  /** Deletes data outside of the stack's folder, for --fresh, once Firestore answers. */
  deleteData(): Promise<void>
}

const doNothing = async () => {}

/** `data` is the folder for data that outlives the stack. */
export function configureFirestore(
  choice: FirestoreChoice,
  { port, data, projectId }: { port: number; data: string; projectId: string },
): LocalFirestore {
  const host = choice.kind === 'running' ? choice.host : `127.0.0.1:${port}`
  switch (choice.kind) {
    case 'running':
      return {
        host,
        description: `Firestore: ${host} (FIRESTORE_EMULATOR_HOST)`,
        command: null,
        saveData: doNothing,
        deleteData: () => clearEmulator(host, projectId),
      }
    case 'emulator': {
      const folder = join(data, 'firestore')
      return {
        host,
        description: `Firestore: Google’s emulator at ${host}`,
        command: { ...buildEmulatorCommand(choice.emulator, port, folder), isScript: false },
        saveData: () => exportEmulatorData(host, projectId, folder),
        deleteData: doNothing,
      }
    }
    case 'fake':
      return {
        host,
        description: `Firestore: our fake at ${host} (${choice.reason})`,
        command: {
          command: process.execPath,
          args: [
            resolve('scripts/dev/fakes/firestore/fake-firestore-process.ts'),
            String(port),
            join(data, 'firestore.sqlite'),
          ],
          isScript: true,
        },
        saveData: doNothing,
        deleteData: doNothing,
      }
  }
}

/** Deletes a content copy from another database, which would be taken for this one's content. Records the choice. */
export function deleteCopyOfOtherFirestore(choice: FirestoreChoice, folder: string) {
  const choiceFile = join(folder, 'firestore-choice')
  const choiceText = choice.kind === 'running' ? `${choice.kind} ${choice.host}` : choice.kind
  if (existsSync(choiceFile) && readFileSync(choiceFile, 'utf8') === choiceText) return
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  writeFileSync(choiceFile, choiceText)
}
