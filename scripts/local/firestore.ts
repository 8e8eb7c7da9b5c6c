/**
 * Which Firestore the local stack uses, and how it is started, saved and emptied. What the choice
 * comes to is data here, so that nothing else asks which one it is.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Emulator,
  emptyEmulator,
  emulatorCommand,
  findEmulator,
  type Machine,
  saveEmulator,
} from './firestore-emulator.ts'

export type FirestoreChoice =
  /** One that somebody else runs, and keeps running. */
  | { readonly kind: 'running'; readonly host: string }
  | { readonly kind: 'emulator'; readonly emulator: Emulator }
  | { readonly kind: 'stand-in'; readonly because: string }

const wishes = ['stand-in', 'emulator'] as const

/** Throws with what to do where the environment asks for what there is not. */
export function chooseFirestore(
  { FIRESTORE_EMULATOR_HOST: host, FIRESTORE: wish }: Readonly<Record<string, string | undefined>>,
  machine: Machine,
): FirestoreChoice {
  if (wish && !wishes.includes(wish as 'emulator')) {
    throw new Error(`FIRESTORE is "${wish}"; it may be ${wishes.join(' or ')}, or not set.`)
  }
  if (host) return { kind: 'running', host }
  if (wish === 'stand-in') return { kind: 'stand-in', because: 'FIRESTORE=stand-in' }
  const emulator = findEmulator(machine)
  if (emulator) return { kind: 'emulator', emulator }
  if (wish === 'emulator') {
    throw new Error(
      'Google’s Firestore emulator or Java was not found. Install a Java runtime, 17 or newer, and ' +
        '"gcloud components install cloud-firestore-emulator" or "npx firebase ' +
        'setup:emulators:firestore"; or unset FIRESTORE to have the built-in stand-in.',
    )
  }
  return { kind: 'stand-in', because: 'Google’s emulator or Java was not found' }
}

export type LocalFirestore = {
  readonly host: string
  /** A line for whoever started the stack. */
  readonly description: string
  /** What to run; null where it runs already. */
  readonly command: null | {
    readonly command: string
    readonly args: readonly string[]
    readonly isScript: boolean
  }
  /** Called before it is ended. */
  save(): Promise<void>
  /** For --fresh, once it answers: empties what does not lie in the stack's own folder. */
  forget(): Promise<void>
}

const nothing = async () => {}

/** `data` is the stack's folder for what has to survive its end. */
export function localFirestore(
  choice: FirestoreChoice,
  { port, data, projectId }: { port: number; data: string; projectId: string },
): LocalFirestore {
  const host = choice.kind === 'running' ? choice.host : `127.0.0.1:${port}`
  switch (choice.kind) {
    case 'running':
      return {
        host,
        description: `Firestore: the one at ${host} (FIRESTORE_EMULATOR_HOST)`,
        command: null,
        save: nothing,
        forget: () => emptyEmulator(host, projectId),
      }
    case 'emulator': {
      const folder = join(data, 'firestore')
      return {
        host,
        description: `Firestore: Google’s emulator at ${host}`,
        command: { ...emulatorCommand(choice.emulator, port, folder), isScript: false },
        save: () => saveEmulator(host, projectId, folder),
        forget: nothing,
      }
    }
    case 'stand-in':
      return {
        host,
        description: `Firestore: the built-in stand-in at ${host} (${choice.because})`,
        command: {
          command: process.execPath,
          args: [
            resolve('scripts/local/firestore-stand-in/process.ts'),
            String(port),
            join(data, 'firestore.sqlite'),
          ],
          isScript: true,
        },
        save: nothing,
        forget: nothing,
      }
  }
}

/**
 * Another database than at the last start holds other contents, and the build's mirror of the old
 * one would be taken for them. Drops it from the stack's folder then, and notes the choice.
 */
export function trustMirrorOf(choice: FirestoreChoice, folder: string) {
  const note = join(folder, 'firestore-choice')
  const chosen = choice.kind === 'running' ? `${choice.kind} ${choice.host}` : choice.kind
  if (existsSync(note) && readFileSync(note, 'utf8') === chosen) return
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  writeFileSync(note, chosen)
}
