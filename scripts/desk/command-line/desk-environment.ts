import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import {
  createPayPalPayments,
  type PayPalPayments,
} from '../../../functions/platform/adapters/paypal-payments.ts'
import { createPayPalRest } from '../../../functions/platform/adapters/paypal-rest.ts'
import { importSigningKeys, type SigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { connectFirestore } from '../../shared/connect-firestore.ts'
import {
  type OperatorVariables,
  operatorVariables,
  parseOperatorEnvironment,
} from '../../shared/operator-environment.ts'
import { chooseEnvironment } from '../../shared/running-stack.ts'
import { findEditorName, requireEditorName } from './editor-name.ts'
import { DeskError } from './exit-status.ts'

export type Desk = {
  readonly siteUrl: string
  readonly projectId: string
  readonly firestore: Firestore
  readonly keys: SigningKeys
  /** Null if unknown. */
  readonly editor: string | null
  /** Null without credentials. */
  readonly payPal: PayPalPayments | null
}

/** Uses the local stack if FIREBASE_PROJECT_ID isn't set. `by` is the --by option. */
export async function openDesk(by?: string): Promise<Desk> {
  const environment = parseOperatorEnvironment(operatorVariables, chooseEnvironment())
  return {
    siteUrl: environment.SITE_URL,
    projectId: environment.FIREBASE_PROJECT_ID,
    firestore: connectFirestore(environment),
    keys: await importSigningKeys(environment.DESK_KEYS),
    editor: findEditorName(by),
    payPal: connectPayPal(environment),
  }
}

/** Milliseconds. */
const requestTimeout = 30_000

function connectPayPal({
  PAYPAL_URL: url,
  PAYPAL_CLIENT_ID: clientId,
  PAYPAL_SECRET: secret,
}: OperatorVariables): PayPalPayments | null {
  if (!clientId || !secret) return null
  return createPayPalPayments(
    createPayPalRest({ url, clientId, secret, timeout: requestTimeout, now: Date.now }),
  )
}

export function requirePayPal({ payPal }: Pick<Desk, 'payPal'>): PayPalPayments {
  if (payPal) return payPal
  throw new DeskError('This command needs PayPal. Set PAYPAL_CLIENT_ID and PAYPAL_SECRET.')
}

/** Throws without an editor's name, because every revision names its editor. */
export const requireEditor = ({ editor }: Pick<Desk, 'editor'>): string => requireEditorName(editor)
