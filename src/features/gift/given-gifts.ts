import { call } from '../../browser/api.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'
import { takeGiftKey } from './gift-key.ts'

export type GivenGifts =
  | { readonly gifts: readonly BoughtGift[] }
  /** The caller is a guest without a valid link. */
  | { readonly signedOut: true; readonly hasKey: boolean }
  | { readonly message: string }

export async function fetchGivenGifts(): Promise<GivenGifts> {
  const key = takeGiftKey()
  if (!key && !isSignedInShown()) return { signedOut: true, hasKey: false }
  const result = await call('GET /api/gifts', toKey(key))
  if (result.ok) return { gifts: result.value.gifts }
  const { code, message } = result.failure
  return code === 'signed_out' ? { signedOut: true, hasKey: key !== undefined } : { message }
}

export const correctRecipient = (
  id: string,
  recipient: { readonly name: string; readonly email: string },
) => call('PATCH /api/gifts/:id', { id, recipient, ...toKey(takeGiftKey()) })

export const sendCardAgain = (id: string) =>
  call('POST /api/gifts/:id/card', { id, ...toKey(takeGiftKey()) })

const toKey = (key: string | undefined) => (key === undefined ? {} : { key })
