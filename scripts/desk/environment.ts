/** Where the desk writes, which site it tells, and who is writing. Parsed here and nowhere else. */
import { spawnSync } from 'node:child_process'
import { z } from 'zod'
import type { Firestore } from '../../functions/adapters/firestore.ts'
import {
  createPayPalPayments,
  type PayPalPayments,
} from '../../functions/adapters/paypal-payments.ts'
import { createPayPalWire } from '../../functions/adapters/paypal-wire.ts'
import { serviceAccountSchema } from '../../functions/adapters/service-account.ts'
import { type DeskKeys, deriveDeskKeys } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { runningStack } from '../local/running-stack.ts'
import { connectFirestore } from '../site/firestore.ts'
import { Stop } from './ending.ts'

const environmentSchema = z.object({
  SITE_URL: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  FIREBASE_PROJECT_ID: z.string().min(1),
  FIREBASE_SERVICE_ACCOUNT: z
    .string()
    .refine((text) => serviceAccountSchema.safeParse(text).success, 'is no service account key'),
  FIRESTORE_URL: z.url().default('https://firestore.googleapis.com'),
  DESK_KEYS: keyringSchema,
  PAYPAL_URL: z.url().default('https://api-m.paypal.com'),
  /** For giving payments back, and nothing else. */
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_SECRET: z.string().min(1).optional(),
})

export type Desk = {
  /** An origin. */
  readonly siteUrl: string
  readonly projectId: string
  readonly firestore: Firestore
  readonly keys: DeskKeys
  /** Who is writing; null where nobody says. */
  readonly editor: string | null
  /** Null where nothing names us to PayPal. */
  readonly payPal: PayPalPayments | null
}

/**
 * From the environment; or from the stack that runs on this machine, where the environment names no
 * project. `by` is the option of that name.
 */
export async function openDesk(by?: string): Promise<Desk> {
  const source = process.env.FIREBASE_PROJECT_ID ? process.env : localEnvironment()
  const parsed = environmentSchema.safeParse(source)
  if (!parsed.success) {
    // Names alone: values may be secret.
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Stop(`The desk's environment is incomplete.\n  ${problems.join('\n  ')}`)
  }
  const environment = parsed.data
  return {
    siteUrl: environment.SITE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    firestore: connectFirestore(environment),
    keys: await deriveDeskKeys(environment.DESK_KEYS),
    editor: whoWrites(by),
    payPal: connectPayPal(environment),
  }
}

/** Milliseconds. */
const patience = 30_000

function connectPayPal({
  PAYPAL_URL: url,
  PAYPAL_CLIENT_ID: clientId,
  PAYPAL_SECRET: secret,
}: z.infer<typeof environmentSchema>): PayPalPayments | null {
  if (!clientId || !secret) return null
  return createPayPalPayments(
    createPayPalWire({ url, clientId, secret, timeout: patience, now: Date.now }),
  )
}

export function payPalOf({ payPal }: Pick<Desk, 'payPal'>): PayPalPayments {
  if (payPal) return payPal
  throw new Stop('Money goes back through PayPal: set PAYPAL_CLIENT_ID and PAYPAL_SECRET.')
}

function localEnvironment() {
  try {
    return runningStack().deskEnvironment
  } catch {
    throw new Stop(
      'FIREBASE_PROJECT_ID is not set, and no stack runs on this machine. Set SITE_URL, ' +
        'FIREBASE_PROJECT_ID, FIREBASE_SERVICE_ACCOUNT and DESK_KEYS, or run "npm start" first.',
    )
  }
}

function whoWrites(by: string | undefined): string | null {
  const named = (by ?? process.env.DESK_EDITOR ?? gitName()).trim()
  return named === '' ? null : named.slice(0, 200)
}

function gitName(): string {
  const answer = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8' })
  return answer.status === 0 ? answer.stdout : ''
}

/** Every revision names its editor, so nothing is written for somebody without a name. */
export function editorOf({ editor }: Pick<Desk, 'editor'>): string {
  if (editor !== null) return editor
  throw new Stop('Who is writing? Say it with --by NAME, or set DESK_EDITOR, or git’s user.name.')
}
