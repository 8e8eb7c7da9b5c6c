/** What the doctor makes of Firestore and of the sign-in service: our files, and their answers. */
import type { AccountsFailure } from '../../functions/adapters/accounts.ts'
import type { FirestoreFailure } from '../../functions/adapters/firestore.ts'
import type { Result } from '../../src/domain/result.ts'
import { type Answer, type Finding, notAsked, ok, problem, warning } from './finding.ts'

const deployRules = 'npx firebase deploy --only firestore --project $FIREBASE_PROJECT_ID'

/** Nothing but the Worker may reach the database: every rule has to deny, and one to match all. */
export function checkRules(text: string | null): Finding {
  const check = 'firestore.rules'
  const restore =
    'Take the file from the repository: the Worker passes by rules, browsers need none.'
  if (text === null) return problem(check, 'is not there', restore)
  const rules = text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
  const allowed = [...rules.matchAll(/\ballow\b([^;]*)/g)].map((match) => match[1]!)
  if (allowed.some((rule) => !/:\s*if\s+false\s*$/.test(rule))) {
    return problem(check, 'lets somebody in', restore)
  }
  const coversAll = /match\s+\/\{\w+=\*\*\}\s*\{\s*allow\s+read\s*,\s*write\s*:/.test(rules)
  if (!coversAll) return problem(check, 'does not deny all of the database', restore)
  return ok(check, 'denies everything')
}

export function checkIndexes(text: string | null): Finding {
  const check = 'firestore.indexes.json'
  try {
    const { indexes } = JSON.parse(text ?? '') as { indexes?: unknown }
    if (Array.isArray(indexes)) return ok(check, `${indexes.length} composite indexes`)
  } catch {
    // Not there, or not JSON.
  }
  return problem(check, 'is not a list of indexes', 'Take the file from the repository.')
}

export function checkDatabase(answer: Answer<Result<unknown, FirestoreFailure>>): Finding {
  const check = 'Firestore'
  if (!answer.asked) return notAsked(check, answer.because)
  if (answer.value.ok) return ok(check, 'answers our service account')
  const { failure } = answer.value
  if (failure.kind !== 'rejected') return notAsked(check, 'out of reach at the moment')
  switch (failure.status) {
    case 401:
      return problem(check, 'does not know our service account', 'Make a new key for it.')
    case 403: {
      const remedy = 'Give it the role Cloud Datastore User (roles/datastore.user).'
      return problem(check, 'refuses our service account', remedy)
    }
    case 404: {
      const remedy = 'Create the database named (default), in native mode.'
      return problem(check, 'has no such database', remedy)
    }
    default:
      return problem(check, `refuses our query (${failure.status})`, 'Is it in native mode?')
  }
}

/** What an answer without any credentials was. */
export type AnonymousAnswer = { readonly status: number; readonly body: string }

/** The rules in the repository say nothing of those that are deployed; this does. */
export function checkAnonymous(answer: Answer<AnonymousAnswer>): Finding {
  const check = 'Firestore’s rules'
  if (!answer.asked) return notAsked(check, answer.because)
  const { status, body } = answer.value
  if (status === 403 && /insufficient permissions/i.test(body)) {
    return ok(check, 'deployed: a read without credentials is refused')
  }
  if (status === 401 || status === 403) {
    const remedy = `To be sure of the rules: ${deployRules}`
    return warning(check, `a read without credentials is refused, not by them (${status})`, remedy)
  }
  if (status === 429 || status >= 500) return notAsked(check, 'out of reach at the moment')
  return problem(check, `anybody may read the database (${status})`, deployRules)
}

/** What the sign-in service said to an address and a password that nobody has. */
export type SignInAnswer = { readonly status: number; readonly message: string }

export function checkSignIn(answer: Answer<SignInAnswer>): Finding {
  const check = 'Firebase Auth'
  if (!answer.asked) return notAsked(check, answer.because)
  const { status, message } = answer.value
  const says = (pattern: RegExp) => pattern.test(message)
  if (says(/^INVALID_LOGIN_CREDENTIALS/)) return ok(check, 'knows the API key, takes passwords')
  if (says(/^(?:EMAIL_NOT_FOUND|INVALID_PASSWORD)/)) {
    const remedy = 'Turn on e-mail enumeration protection in Firebase’s Authentication settings.'
    return warning(check, 'takes passwords, and tells anybody which addresses are known', remedy)
  }
  if (says(/^(?:PASSWORD_LOGIN_DISABLED|OPERATION_NOT_ALLOWED)/)) {
    return problem(check, 'takes no passwords', 'Turn on Email/Password among its sign-in methods.')
  }
  if (says(/^CONFIGURATION_NOT_FOUND/)) {
    return problem(
      check,
      'is not set up',
      'Open Authentication in Firebase’s console and start it.',
    )
  }
  if (says(/API key not valid|API_KEY_INVALID/i)) {
    const remedy = 'Set it to the Web API key in Firebase’s project settings.'
    return problem('FIREBASE_API_KEY', 'is not a key of Firebase Auth', remedy)
  }
  if (says(/blocked|referer|has not been used/i)) {
    const remedy =
      'Restrict the key to the Identity Toolkit API and the Token Service API, and not by referrer ' +
      'or address: the Worker uses it as well.'
    return problem('FIREBASE_API_KEY', 'may not be used for signing in', remedy)
  }
  if (status === 429 || status >= 500) return notAsked(check, 'out of reach at the moment')
  return warning(check, `answers what was not expected (${status})`, 'Try to sign in by hand.')
}

/** Readers who leave have their accounts ended by our service account, which has to be allowed to. */
export function checkAccounts(answer: Answer<Result<unknown, AccountsFailure>>): Finding {
  const check = 'readers’ accounts'
  if (!answer.asked) return notAsked(check, answer.because)
  if (answer.value.ok) return ok(check, 'are open to our service account')
  const { status } = answer.value.failure
  if (status !== 401 && status !== 403) return notAsked(check, 'out of reach at the moment')
  const remedy =
    'Give it the role Firebase Authentication Admin (roles/firebaseauth.admin): without it nobody’s ' +
    'account can be deleted.'
  return problem(check, 'are closed to our service account', remedy)
}
