/** The local stack, started by another process and found by its folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { BuildEnvironment } from '../../src/content/build-environment.ts'
import { CommandError } from './command-error.ts'
import {
  type Environment,
  getStackFolder,
  operatorEnvironment,
  type operatorVariables,
} from './operator-environment.ts'

type BuildVariables = Readonly<
  Record<Exclude<keyof BuildEnvironment, 'PLAIN_BUILD' | 'CONTENT_SYNC'>, string>
>

/** Includes the access key of the sample's editor. */
type DeskVariables = Readonly<
  Record<Exclude<keyof z.output<typeof operatorVariables>, 'DESK_EDITOR'>, string>
>

export type RunningStack = {
  readonly folder: string
  readonly siteUrl: string
  readonly inboxUrl: string
  /** The fake PayPal's address for browsers. */
  readonly payPalUrl: string
  /** The fake email providers' address. */
  readonly mailUrl: string
  /** Host and port, in firebase-admin's format. */
  readonly authHost: string
  readonly buildEnvironment: BuildVariables
  readonly deskEnvironment: DeskVariables
  readonly workerVariables: Readonly<Record<string, string>>
}

let ownFolder: string | null = null

/** A program that has started a stack of its own calls this function. */
export function setOwnStack(folder: string) {
  ownFolder = folder
}

/** Returns the local stack's environment if FIREBASE_PROJECT_ID isn't set. Throws if none is running either. */
export function chooseEnvironment(): Environment {
  if (operatorEnvironment.FIREBASE_PROJECT_ID) return operatorEnvironment
  try {
    const { DESK_EDITOR } = operatorEnvironment
    return { ...readRunningStack().deskEnvironment, DESK_EDITOR }
  } catch {
    throw new CommandError(
      'FIREBASE_PROJECT_ID isn’t set, and no local stack is running. Set SITE_URL, ' +
        'FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT and DESK_KEYS, or run "npm start" first.',
    )
  }
}

/** Throws an error that says what to do if no stack is running. */
export function readRunningStack(folder = ownFolder ?? getStackFolder()): RunningStack {
  try {
    return JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))
  } catch {
    throw new CommandError(
      `No stack is running in ${folder}. Run "npm start" first, in another terminal.`,
    )
  }
}
