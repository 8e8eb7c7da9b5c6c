/** The links in Firebase's emails lead to /magic, some through Firebase's page, which adds parameters. */
import { readDeviceItem, storeDeviceItem } from './device-storage.ts'

export const authLinkModes = [
  'signIn',
  'resetPassword',
  'verifyEmail',
  'verifyAndChangeEmail',
  'recoverEmail',
] as const
export type AuthLinkMode = (typeof authLinkModes)[number]

export type AuthLink = {
  readonly mode: AuthLinkMode
  readonly code: string
  /** The full URL, which Firebase needs. */
  readonly href: string
  /** The page to return to, not validated yet. */
  readonly returnTo: string | null
  /** The tab that is waiting for this link. */
  readonly tabId: string | null
}

export function createAuthLinkUrl(
  origin: string,
  { returnTo, tabId }: { returnTo?: string | null; tabId?: string },
): string {
  const url = new URL('/magic', origin)
  if (returnTo) url.searchParams.set('return', returnTo)
  if (tabId) url.searchParams.set('tab', tabId)
  return url.href
}

/** Returns null if the page wasn't opened through such a link. */
export function parseAuthLink(href: string): AuthLink | null {
  const { searchParams } = new URL(href)
  const mode = authLinkModes.find((candidate) => candidate === searchParams.get('mode'))
  const code = searchParams.get('oobCode')
  if (!mode || !code) return null
  // A direct link has our parameters in `continueUrl`.
  const continueUrl = searchParams.get('continueUrl') ?? ''
  const ownParameters = URL.canParse(continueUrl) ? new URL(continueUrl).searchParams : searchParams
  const getValue = (name: string) => searchParams.get(name) ?? ownParameters.get(name)
  return { mode, code, href, returnTo: getValue('return'), tabId: getValue('tab') }
}

/** The localStorage key of the address for which a sign-in link was requested on this device. */
export const authEmailKey = 'auth-email'

export const storeAuthEmail = (email: string) => storeDeviceItem(authEmailKey, email)
export const readAuthEmail = () => readDeviceItem(authEmailKey)

/** The BroadcastChannel on which a new tab offers its link to the tab that is waiting for it. */
export const authLinkChannel = 'auth-link'
export type OfferedAuthLink = { readonly tabId: string; readonly href: string }
