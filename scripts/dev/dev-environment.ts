/** The environment of the local stack and the checks. Only this file reads it. */
import { delimiter } from 'node:path'
import { z } from 'zod'

const variablesSchema = z.object({
  /** For tests: the running stack's address, and a word to search for. */
  SITE_URL: z.string().optional(),
  SENTINEL: z.string().default(''),
  BROWSER_PATH: z.string().optional(),
  /** Stores traces of failed journeys. */
  TRACE: z.string().optional(),
  /** Checks the accessibility of every page in every state. */
  EVERY_VIEW: z.string().optional(),
  /** `fake` or `emulator`; FIRESTORE_EMULATOR_HOST is the host of a running Firestore. */
  FIRESTORE: z.string().optional(),
  FIRESTORE_EMULATOR_HOST: z.string().optional(),
  /** The folder of an installed Ghost, for benchmarks that compare with it. */
  GHOST: z.string().optional(),
  /** These variables have the same defaults as in the build. */
  SEALED_BODIES: z.string().default('site'),
  PRERENDERED_STORIES: z.string().default(''),
  PAYPAL_OPENAPI: z.string().optional(),
  RANDOM_LIVES_FACTOR: z
    .string()
    .regex(/^[1-9]\d*$/)
    .default('1'),
  /** Seed of property tests, the same in every run, so that no change fails because of an unrelated random case. */
  RANDOM_SEED: z
    .string()
    .regex(/^\d{1,9}$/)
    .default('20261129'),
  PATH: z.string().default(''),
  JAVA_HOME: z.string().optional(),
  CLOUDSDK_ROOT_DIR: z.string().optional(),
})

export const devEnvironment = variablesSchema.parse(process.env)

export const searchPath: readonly string[] = devEnvironment.PATH.split(delimiter)

/** Extends a child process's environment with all variables of this one. */
export const extendEnvironment = (variables: Readonly<Record<string, string>>) => ({
  ...process.env,
  ...variables,
})

/** Extends the environment of all child processes. */
export function extendOwnEnvironment(variables: Readonly<Record<string, string>>) {
  Object.assign(process.env, variables)
}

/** Removes the variable, so that child processes don't have it. */
export function consumeVariable(name: string): string {
  const value = process.env[name] ?? ''
  delete process.env[name]
  return value
}
