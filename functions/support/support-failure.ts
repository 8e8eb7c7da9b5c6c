import { fail } from '../../src/domain/result.ts'
import type { ChangeFailure } from '../subscription/change-subscription.ts'

export type SupportFailure =
  | ChangeFailure
  /** No reader matches. */
  | { readonly kind: 'missing' }
  /** The act isn't possible; the lines say why. */
  | { readonly kind: 'impossible'; readonly lines: readonly string[] }
  /** PayPal has made the refund, but recording it failed. */
  | { readonly kind: 'refundedOnly'; readonly cause: SupportFailure }

export const impossible = (...lines: readonly string[]) =>
  fail({ kind: 'impossible', lines } as const)
