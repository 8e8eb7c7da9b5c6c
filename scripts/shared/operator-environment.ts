/** The environment of the desk and operators' commands. Only this file reads it. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { serviceAccountSchema } from '../../functions/platform/adapters/service-account.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { CommandError } from './command-error.ts'

export const operatorVariables = z.object({
  SITE_URL: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIREBASE_SERVICE_ACCOUNT: z
    .string()
    .refine((text) => serviceAccountSchema.safeParse(text).success, 'isn’t a service account key'),
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  DESK_KEYS: keyringSchema,
  /** A staff member's access key, in place of `desk login`. */
  DESK_ACCESS_KEY: z.string().optional(),
  /** The editor's name, unless the command line has one. */
  DESK_EDITOR: z.string().optional(),
})

export type Environment = Readonly<Record<string, string | undefined>>

/** The unparsed environment, for the doctor, which checks it, and for variables named on the command line. */
export const operatorEnvironment: Environment = process.env

/** `schema` is a part of `operatorVariables`. The error contains names, never values. */
export function parseOperatorEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  source: Environment = operatorEnvironment,
): z.output<Schema> {
  const parsed = schema.safeParse(source)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
  throw new CommandError(
    `Missing or invalid environment variables: ${problems}. See scripts/operate/environment.md.`,
  )
}

/** Returns the folder for a user's program settings. */
export function getSettingsFolder(platform = process.platform): string {
  const { APPDATA, XDG_CONFIG_HOME } = operatorEnvironment
  switch (platform) {
    case 'win32':
      return APPDATA || join(homedir(), 'AppData', 'Roaming')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support')
    default:
      return XDG_CONFIG_HOME || join(homedir(), '.config')
  }
}

/** npm runs scripts from the project's root. */
export const workingDirectory = () => operatorEnvironment.INIT_CWD ?? process.cwd()

export const getStackFolder = () => operatorEnvironment.STACK ?? '.local/default'
