/**
 * Logging in with Google by OpenID Connect itself: a window of Google's, or the whole page where
 * windows are blocked, and back at a page of ours (`googleReturnPath`), which hands over what it was
 * given. No script of Google's runs here. `state` binds an answer to the question, `nonce` the ID
 * token to it: Google puts into the token what it was sent, and Firebase compares it with the SHA-256
 * of the raw one. Facts: "OpenID Connect" in Google's identity documentation.
 */
import { type AuthSettings, googleReturnPath } from '../contracts/auth-settings.ts'
import { fail, type Result, succeed } from '../domain/result.ts'
import { hearTabs, offerToTabs } from './other-tabs.ts'

export type GoogleCredential = { readonly idToken: string; readonly rawNonce: string }

/** What a question to Google has to be remembered by until it is answered. */
export type GoogleQuestion = {
  readonly state: string
  readonly rawNonce: string
  readonly clientId: string
}

/** What Google sends back, in the fragment of an address, which no server sees. */
export type GoogleAnswer = {
  readonly state: string
  readonly idToken: string
  readonly error: string
}

export type GoogleFailure = 'denied' | 'failed'

type Settings = Pick<AuthSettings, 'googleClientId' | 'googleUrl'>

const channel = 'google-sign-in'
const keptQuestion = 'google-question'

async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `hint` is whom Google shall offer first. */
export async function askingGoogle(
  { googleClientId, googleUrl }: Settings,
  origin: string,
  hint = '',
): Promise<{ question: GoogleQuestion; address: string }> {
  const question = {
    state: crypto.randomUUID(),
    rawNonce: crypto.randomUUID(),
    clientId: googleClientId,
  }
  const address = new URL(googleUrl)
  const parameters = {
    client_id: googleClientId,
    redirect_uri: origin + googleReturnPath,
    response_type: 'id_token',
    scope: 'openid email profile',
    state: question.state,
    nonce: await digest(question.rawNonce),
    prompt: 'select_account',
    ...(hint ? { login_hint: hint } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return { question, address: address.href }
}

/** Null where the address carries no answer of Google's. */
export function readGoogleAnswer(fragment: string): GoogleAnswer | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  const state = values.get('state')
  if (!state) return null
  return { state, idToken: values.get('id_token') ?? '', error: values.get('error') ?? '' }
}

/** The claims of a token as it says them: whether they are true, Firebase finds out. */
function claimsOf(idToken: string): { nonce?: unknown; aud?: unknown } {
  try {
    const payload = (idToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    return JSON.parse(atob(payload)) ?? {}
  } catch {
    return {}
  }
}

/** Whether an answer is one to this question, and good. */
export async function judgeGoogleAnswer(
  answer: GoogleAnswer,
  { state, rawNonce, clientId }: GoogleQuestion,
): Promise<Result<GoogleCredential, GoogleFailure>> {
  if (answer.state !== state) return fail('failed')
  if (answer.error === 'access_denied') return fail('denied')
  const { nonce, aud } = claimsOf(answer.idToken)
  if (aud !== clientId || nonce !== (await digest(rawNonce))) return fail('failed')
  return succeed({ idToken: answer.idToken, rawNonce })
}

/** An empty window, to be opened while the reader's press still counts; null where it is blocked. */
export function openGoogleWindow(): Window | null {
  const [width, height] = [480, 640]
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const opened = window.open('', channel, features)
  return opened && !opened.closed ? opened : null
}

/** Hears Google's answer to this question from the window, until it is told to stop. */
export function hearGoogle(
  question: GoogleQuestion,
  onAnswer: (result: Result<GoogleCredential, GoogleFailure>) => void,
): () => void {
  return hearTabs(channel, (what) => {
    const answer = what as GoogleAnswer
    if (answer.state !== question.state) return false
    void judgeGoogleAnswer(answer, question).then(onAnswer)
    return true
  })
}

/** Hands the answer to the page that asked; false where there is none any more. */
export function handOverGoogleAnswer(answer: GoogleAnswer): Promise<boolean> {
  return offerToTabs(channel, answer)
}

/** A question that leaves the page, and where the reader was going. */
export type KeptQuestion = GoogleQuestion & { readonly returnTo: string }

/** Remembers a question beyond the page, in this tab alone; false where the browser keeps nothing. */
export function keepGoogleQuestion(question: KeptQuestion): boolean {
  try {
    sessionStorage.setItem(keptQuestion, JSON.stringify(question))
    return true
  } catch {
    return false
  }
}

/** The question that left this tab with this state. It is asked for once. */
export function takeGoogleQuestion(state: string): KeptQuestion | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptQuestion) ?? 'null') as KeptQuestion | null
    if (kept?.state !== state) return null
    sessionStorage.removeItem(keptQuestion)
    return kept
  } catch {
    return null
  }
}
