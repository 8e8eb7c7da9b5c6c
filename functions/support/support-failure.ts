import { fail } from '../../src/domain/result.ts'
import type { ChangeFailure } from '../subscription/change-subscription.ts'

export type SupportFailure =
  | ChangeFailure
  /** No reader matches. */
  | { readonly kind: 'missing' }
  /** The act isn't possible; the message says why. */
  | { readonly kind: 'impossible'; readonly message: string }

export const impossible = (message: string) => fail({ kind: 'impossible', message } as const)
