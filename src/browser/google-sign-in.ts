/**
 * OpenID Connect login with Google, in a pop-up or the whole page, without any of Google's scripts. `state` ties the
 * response to the request. Firebase compares the ID token's `nonce` with the SHA-256 of `rawNonce`.
 */
import { type AuthSettings, googleReturnPath } from '../contracts/settings/auth-settings.ts'
import { fail, type Result, succeed } from '../domain/result.ts'
import { attempt } from './attempt.ts'
import { readTabItem, removeTabItem, storeTabItem } from './session-storage.ts'
import { listenToTabs, sendToTabs } from './tab-messages.ts'

export type GoogleCredential = { readonly idToken: string; readonly rawNonce: string }

export type GoogleRequest = {
  readonly state: string
  readonly rawNonce: string
  readonly clientId: string
}

/** Google's response, read from the URL's fragment, which isn't sent to servers. */
export type GoogleResponse = {
  readonly state: string
  readonly idToken: string
  readonly error: string
}

export type GoogleFailure = 'denied' | 'failed'

type Settings = Pick<AuthSettings, 'googleClientId' | 'googleUrl'>

const channel = 'google-sign-in'
const requestKey = 'google-request'

async function hashText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `hint` is the account that Google suggests first. */
export async function createGoogleRequest(
  { googleClientId, googleUrl }: Settings,
  origin: string,
  hint = '',
): Promise<{ request: GoogleRequest; url: string }> {
  const request = {
    state: crypto.randomUUID(),
    rawNonce: crypto.randomUUID(),
    clientId: googleClientId,
  }
  const url = new URL(googleUrl)
  const parameters = {
    client_id: googleClientId,
    redirect_uri: origin + googleReturnPath,
    response_type: 'id_token',
    scope: 'openid email profile',
    state: request.state,
    nonce: await hashText(request.rawNonce),
    prompt: 'select_account',
    ...(hint ? { login_hint: hint } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { request, url: url.href }
}

/** Returns null if the fragment isn't a response from Google. */
export function parseGoogleResponse(fragment: string): GoogleResponse | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  const state = values.get('state')
  if (!state) return null
  return { state, idToken: values.get('id_token') ?? '', error: values.get('error') ?? '' }
}

/** Doesn't verify the signature, because Firebase verifies the token. */
function decodeClaims(idToken: string): { nonce?: unknown; aud?: unknown } {
  const payload = (idToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
  return attempt(() => JSON.parse(atob(payload))) ?? {}
}

export async function verifyGoogleResponse(
  response: GoogleResponse,
  { state, rawNonce, clientId }: GoogleRequest,
): Promise<Result<GoogleCredential, GoogleFailure>> {
  if (response.state !== state) return fail('failed')
  if (response.error === 'access_denied') return fail('denied')
  const { nonce, aud } = decodeClaims(response.idToken)
  if (aud !== clientId || nonce !== (await hashText(rawNonce))) return fail('failed')
  return succeed({ idToken: response.idToken, rawNonce })
}

/** Opens an empty pop-up; null if it's blocked. Call this directly after a click. */
export function openGoogleWindow(): Window | null {
  const [width, height] = [480, 640]
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const opened = window.open('', channel, features)
  return opened && !opened.closed ? opened : null
}

/** Returns a function that stops listening. */
export function listenForGoogleResponse(
  request: GoogleRequest,
  onResult: (result: Result<GoogleCredential, GoogleFailure>) => void,
): () => void {
  return listenToTabs(channel, (message) => {
    const response = message as GoogleResponse
    if (response.state !== request.state) return false
    void verifyGoogleResponse(response, request).then(onResult)
    return true
  })
}

/** Returns false if the page that sent the request has been closed. */
export function forwardGoogleResponse(response: GoogleResponse): Promise<boolean> {
  return sendToTabs(channel, response)
}

export type StoredGoogleRequest = GoogleRequest & { readonly returnTo: string }

/** Stores the request in sessionStorage. Returns false if the browser blocks storage. */
export const storeGoogleRequest = (request: StoredGoogleRequest) =>
  storeTabItem(requestKey, request)

/** Returns the request with this state, and deletes it. */
export function consumeGoogleRequest(state: string): StoredGoogleRequest | null {
  const stored = readTabItem(requestKey) as StoredGoogleRequest | null | undefined
  if (stored?.state !== state) return null
  removeTabItem(requestKey)
  return stored
}
