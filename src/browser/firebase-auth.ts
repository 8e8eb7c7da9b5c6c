/**
 * Sign-in with Firebase Auth, loaded on demand by auth-service.ts. Returned tokens are ID tokens from a new sign-in.
 */
import {
  type Auth,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  getAdditionalUserInfo,
  OAuthProvider,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { normalizeEmail } from '../domain/name-and-email.ts'
import { AuthRefusal, ignoreFailures } from './firebase-auth-call.ts'
import type { GoogleCredential } from './google-sign-in.ts'

export { callFirebaseAuth } from './firebase-auth-call.ts'

export async function signInWithPassword(auth: Auth, email: string, password: string) {
  const { user } = await signInWithEmailAndPassword(auth, normalizeEmail(email), password)
  return user.getIdToken()
}

export type NewAccount = {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Creates an account or, if one exists with this password, signs in to it. */
export async function signUp(auth: Auth, { name, email, password }: NewAccount) {
  try {
    const { user } = await createUserWithEmailAndPassword(auth, normalizeEmail(email), password)
    if (name) await updateProfile(user, { displayName: name })
    return user.getIdToken()
  } catch (error) {
    if ((error as { code?: string }).code !== 'auth/email-already-in-use') throw error
    return signInWithPassword(auth, email, password).catch(() => {
      throw error
    })
  }
}

export async function sendAddressVerification(auth: Auth, url: string) {
  const user = getSignedInUser(auth)
  if (!user.emailVerified) await sendEmailVerification(user, { url })
}

const createGoogleCredential = ({ idToken, rawNonce }: GoogleCredential) =>
  new OAuthProvider('google.com').credential({ idToken, rawNonce })

export async function signInWithGoogle(auth: Auth, credential: GoogleCredential) {
  const { user } = await signInWithCredential(auth, createGoogleCredential(credential))
  return user.getIdToken()
}

/** Rejects any Google account other than the reader's own. */
export async function reauthenticateWithGoogle(
  auth: Auth,
  credential: GoogleCredential,
  email: string,
) {
  const signedIn = await signInWithCredential(auth, createGoogleCredential(credential))
  const { user } = signedIn
  if (user.email?.toLowerCase() === email.toLowerCase()) return user.getIdToken()
  // Deletes the account that signing in as somebody else may have created.
  if (getAdditionalUserInfo(signedIn)?.isNewUser) await deleteUser(user)
  else await auth.signOut()
  throw new AuthRefusal('differentAccount')
}

/** Sends a sign-in link, which also signs up readers without an account. */
export const sendSignInLink = (auth: Auth, email: string, url: string) =>
  sendSignInLinkToEmail(auth, normalizeEmail(email), { url, handleCodeInApp: true })

/** `link` is the full URL from the email. */
export async function signInWithLink(auth: Auth, email: string, link: string) {
  const { user } = await signInWithEmailLink(auth, normalizeEmail(email), link)
  return user.getIdToken()
}

/**
 * Succeeds even for an address without an account or with a disabled one, so that it doesn't reveal who has an account.
 */
export const sendPasswordReset = (auth: Auth, email: string, url: string) =>
  sendPasswordResetEmail(auth, normalizeEmail(email), { url }).catch(
    ignoreFailures('wrongCredentials', 'disabled'),
  )

export const getPasswordResetEmail = (auth: Auth, code: string) =>
  verifyPasswordResetCode(auth, code)

export async function resetPassword(
  auth: Auth,
  { code, email, password }: { code: string; email: string; password: string },
) {
  await confirmPasswordReset(auth, code, password)
  return signInWithPassword(auth, email, password)
}

/** Changes the password, which ends every session opened with the old one. */
export async function changePassword(
  auth: Auth,
  { email, password, next }: { email: string; password: string; next: string },
) {
  const { user } = await signInWithEmailAndPassword(auth, normalizeEmail(email), password)
  await updatePassword(user, next)
  // Signs in again to get a valid token. A failure isn't reported, because the password has been changed.
  return signInWithPassword(auth, email, next).catch(() => user.getIdToken())
}

/** Succeeds even for another account's address, so that it doesn't reveal who has an account. */
export const sendEmailChangeLink = async (auth: Auth, next: string, url: string) =>
  verifyBeforeUpdateEmail(getSignedInUser(auth), normalizeEmail(next), { url }).catch(
    ignoreFailures('emailTaken'),
  )

export type AuthCodeInfo = {
  /** The account's current or new address. */
  readonly email: string
  readonly previousEmail: string
}

export async function readAuthCode(auth: Auth, code: string): Promise<AuthCodeInfo> {
  const { data } = await checkActionCode(auth, code)
  return { email: data.email ?? '', previousEmail: data.previousEmail ?? '' }
}

function getSignedInUser(auth: Auth): User {
  if (!auth.currentUser) throw new AuthRefusal('recentSignInRequired')
  return auth.currentUser
}
