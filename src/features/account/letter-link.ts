/**
 * The links in Firebase's letters: where they lead, and what stands in them. All of them come to
 * /magic, directly or by way of a page of Firebase's, which puts its own values beside ours.
 */
import { keepOnDevice, readFromDevice } from '../../browser/device-storage.ts'

export const letterModes = [
  'signIn',
  'resetPassword',
  'verifyEmail',
  'verifyAndChangeEmail',
  'recoverEmail',
] as const
export type LetterMode = (typeof letterModes)[number]

export type LetterLink = {
  readonly mode: LetterMode
  readonly code: string
  /** The whole address, as Firebase wants it. */
  readonly href: string
  /** A page of ours, as it was given when the letter was asked for: still to be judged. */
  readonly returnTo: string | null
  /** The tab that waits for this letter, where one does. */
  readonly waiting: string | null
}

/** Where a letter leads that was asked for here. */
export function letterAddress(
  origin: string,
  { returnTo, waiting }: { returnTo?: string | null; waiting?: string },
): string {
  const address = new URL('/magic', origin)
  if (returnTo) address.searchParams.set('return', returnTo)
  if (waiting) address.searchParams.set('waiting', waiting)
  return address.href
}

/** Null where the page was not opened by a letter. */
export function readLetterLink(href: string): LetterLink | null {
  const { searchParams } = new URL(href)
  const mode = letterModes.find((candidate) => candidate === searchParams.get('mode'))
  const code = searchParams.get('oobCode')
  if (!mode || !code) return null
  // Where Firebase links to us directly, what we asked for stands in an address of its own.
  const next = searchParams.get('continueUrl') ?? ''
  const own = URL.canParse(next) ? new URL(next).searchParams : searchParams
  const value = (name: string) => searchParams.get(name) ?? own.get(name)
  return { mode, code, href, returnTo: value('return'), waiting: value('waiting') }
}

/** What this device keeps between asking for a letter and opening it: whose it is. */
export const letterOwnerKey = 'letter-owner'

export const rememberOwner = (email: string) => keepOnDevice(letterOwnerKey, email)
export const recallOwner = () => readFromDevice(letterOwnerKey)

/** On which the tab that a letter opens hands its link to the one that waits for it. */
export const letterChannel = 'sign-in-letter'
export type OfferedLetter = { readonly waiting: string; readonly href: string }
