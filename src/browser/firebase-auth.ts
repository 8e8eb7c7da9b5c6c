/**
 * Sign-in with Firebase Auth. Imported lazily, by what signs readers in or changes how they do it
 * (features/account/ask-auth.ts): reading pages never load it. Where a function gives a token, it is
 * the ID token of a reader who has just said who they are, for the edge to judge.
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
import type { AuthSettings } from '../contracts/auth-settings.ts'
import { type Result, succeed } from '../domain/result.ts'
import { type AuthFailure, answerOf, Refusal } from './auth-answer.ts'
import type { GoogleCredential } from './google-sign-in.ts'

type Answer<Value> = Promise<Result<Value, AuthFailure>>

export function signInWithPassword(
  settings: AuthSettings,
  email: string,
  password: string,
): Answer<string> {
  return answerOf(settings, async (auth) => {
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    return user.getIdToken()
  })
}

export type NewAccount = {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Makes an account. Whoever has one, and gives its password, signs in with it. */
export function signUp(
  settings: AuthSettings,
  { name, email, password }: NewAccount,
): Answer<string> {
  return answerOf(settings, async (auth) => {
    try {
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      if (name) await updateProfile(user, { displayName: name })
      return user.getIdToken()
    } catch (error) {
      if ((error as { code?: string }).code !== 'auth/email-already-in-use') throw error
      const known = await signInWithEmailAndPassword(auth, email, password).catch(() => {
        throw error
      })
      return known.user.getIdToken()
    }
  })
}

/** Has a letter sent to whoever has just signed up, by which they show that the address is theirs. */
export function sendVerificationLetter(settings: AuthSettings, continueUrl: string): Answer<void> {
  return answerOf(settings, async (auth) => {
    const user = signedInUser(auth)
    if (!user.emailVerified) await sendEmailVerification(user, { url: continueUrl })
  })
}

const googleCredential = ({ idToken, rawNonce }: GoogleCredential) =>
  new OAuthProvider('google.com').credential({ idToken, rawNonce })

export function signInWithGoogle(
  settings: AuthSettings,
  credential: GoogleCredential,
): Answer<string> {
  return answerOf(settings, async (auth) => {
    const { user } = await signInWithCredential(auth, googleCredential(credential))
    return user.getIdToken()
  })
}

/** The same for a reader of whom we know who they are: somebody else at Google is not let in. */
export function confirmWithGoogle(
  settings: AuthSettings,
  credential: GoogleCredential,
  email: string,
): Answer<string> {
  return answerOf(settings, async (auth) => {
    const signedIn = await signInWithCredential(auth, googleCredential(credential))
    const { user } = signedIn
    if (user.email?.toLowerCase() === email.toLowerCase()) return user.getIdToken()
    // An account that came into being by this mistake goes again.
    if (getAdditionalUserInfo(signedIn)?.isNewUser) await deleteUser(user)
    else await auth.signOut()
    throw new Refusal('otherAccount')
  })
}

/** Has a letter sent with a link that signs in, and signs up whoever has no account. */
export function sendSignInLetter(
  settings: AuthSettings,
  email: string,
  continueUrl: string,
): Answer<void> {
  return answerOf(settings, (auth) =>
    sendSignInLinkToEmail(auth, email, { url: continueUrl, handleCodeInApp: true }),
  )
}

/** `link` is the whole address that the letter led to. */
export function signInWithLetter(
  settings: AuthSettings,
  email: string,
  link: string,
): Answer<string> {
  return answerOf(settings, async (auth) => {
    const { user } = await signInWithEmailLink(auth, email, link)
    return user.getIdToken()
  })
}

/**
 * Has a letter sent by which a new password is set. An address without an account, or with a closed
 * one, fares like any other, so that nobody can ask who has one.
 */
export async function sendPasswordLetter(
  settings: AuthSettings,
  email: string,
  continueUrl: string,
): Answer<void> {
  const sent = await answerOf(settings, (auth) =>
    sendPasswordResetEmail(auth, email, { url: continueUrl }),
  )
  if (sent.ok) return sent
  const { failure } = sent
  return failure === 'wrongCredentials' || failure === 'disabled' ? succeed(undefined) : sent
}

/** Whose password the code of a letter sets. */
export function passwordLetterOf(settings: AuthSettings, code: string): Answer<string> {
  return answerOf(settings, (auth) => verifyPasswordResetCode(auth, code))
}

/** Sets the password by the code of a letter, and signs in with it. */
export function setForgottenPassword(
  settings: AuthSettings,
  { code, email, password }: { code: string; email: string; password: string },
): Answer<string> {
  return answerOf(settings, async (auth) => {
    await confirmPasswordReset(auth, code, password)
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    return user.getIdToken()
  })
}

/** Changes the password of a reader who knows it. What was signed in with the old one ends with it. */
export function changePassword(
  settings: AuthSettings,
  { email, password, next }: { email: string; password: string; next: string },
): Answer<string> {
  return answerOf(settings, async (auth) => {
    const { user } = await signInWithEmailAndPassword(auth, email, password)
    await updatePassword(user, next)
    // Anew, because a token from before the change may count as one of the old password's. It is
    // changed in any case: what goes wrong here must not say otherwise.
    const again = await signInWithEmailAndPassword(auth, email, next).catch(() => null)
    return (again?.user ?? user).getIdToken()
  })
}

/**
 * Has a letter sent to another address, which becomes that of the account by the link in it. For a
 * reader who has just said who they are. An address that is somebody's already fares like any other.
 */
export async function sendAddressLetter(
  settings: AuthSettings,
  next: string,
  continueUrl: string,
): Answer<void> {
  const sent = await answerOf(settings, (auth) =>
    verifyBeforeUpdateEmail(signedInUser(auth), next, { url: continueUrl }),
  )
  return !sent.ok && sent.failure === 'emailTaken' ? succeed(undefined) : sent
}

/** What a letter's link is going to do, before it does. */
export type LetterFacts = {
  /** The account's address, or the one that it is to have. */
  readonly email: string
  readonly previousEmail: string
}

export function readLetter(settings: AuthSettings, code: string): Answer<LetterFacts> {
  return answerOf(settings, async (auth) => {
    const { data } = await checkActionCode(auth, code)
    return { email: data.email ?? '', previousEmail: data.previousEmail ?? '' }
  })
}

function signedInUser(auth: Auth): User {
  if (!auth.currentUser) throw new Refusal('notFresh')
  return auth.currentUser
}
