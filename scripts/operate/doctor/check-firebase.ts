/** Checks Firestore and Firebase Auth: our files, and the services' responses. */
import type { AuthFailure } from '../../../functions/platform/adapters/auth-rest.ts'
import type { FirestoreFailure } from '../../../functions/platform/adapters/firestore.ts'
import type { Result } from '../../../src/domain/result.ts'
import { type Finding, forCheck, type ProbeResult } from '../setup/finding.ts'

const deployRulesCommand = 'npx firebase deploy --only firestore --project $FIREBASE_PROJECT_ID'

/** Only the Worker may use the database: every rule has to deny, and one must match everything. */
export function checkRules(text: string | null): Finding {
  const check = forCheck('firestore.rules')
  const restoreRemedy =
    'Restore the file from the repository: only the Worker needs access, and the rules don’t apply to the Worker.'
  if (text === null) return check.problem('not found', restoreRemedy)
  const rules = text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
  const allowed = [...rules.matchAll(/\ballow\b([^;]*)/g)].map((match) => match[1]!)
  if (allowed.some((rule) => !/:\s*if\s+false\s*$/.test(rule))) {
    return check.problem('allows some access', restoreRemedy)
  }
  const coversAll = /match\s+\/\{\w+=\*\*\}\s*\{\s*allow\s+read\s*,\s*write\s*:/.test(rules)
  if (!coversAll) return check.problem('leaves parts of the database open', restoreRemedy)
  return check.ok('denies all access')
}

export function checkIndexes(text: string | null): Finding {
  const check = forCheck('firestore.indexes.json')
  try {
    const { indexes } = JSON.parse(text ?? '') as { indexes?: unknown }
    if (Array.isArray(indexes)) return check.ok(`${indexes.length} composite indexes`)
  } catch {
    // The file is missing, or isn't JSON.
  }
  return check.problem('doesn’t contain a list of indexes', 'Restore the file from the repository.')
}

export function checkDatabase(answer: ProbeResult<Result<unknown, FirestoreFailure>>): Finding {
  const check = forCheck('Firestore')
  if (!answer.isKnown) return check.skipped(answer.reason)
  if (answer.value.ok) return check.ok('the service account has access')
  const { failure } = answer.value
  if (failure.kind !== 'rejected') return check.skipped('can’t be reached')
  switch (failure.status) {
    case 401:
      return check.problem(
        'doesn’t accept the service account',
        'Create a new key for the service account.',
      )
    case 403: {
      const remedy =
        'Grant the service account the role Cloud Datastore User (roles/datastore.user).'
      return check.problem('the service account has no access', remedy)
    }
    case 404: {
      const remedy = 'Create the database named (default), in native mode.'
      return check.problem('database not found', remedy)
    }
    default:
      return check.problem(
        `refuses the query (status ${failure.status})`,
        'Check that the database is in native mode.',
      )
  }
}

export type AnonymousResponse = { readonly status: number; readonly body: string }

/** Checks the deployed rules, which may differ from the repository's. */
export function checkAnonymous(answer: ProbeResult<AnonymousResponse>): Finding {
  const check = forCheck('Firestore rules')
  if (!answer.isKnown) return check.skipped(answer.reason)
  const { status, body } = answer.value
  if (status === 403 && /insufficient permissions/i.test(body)) {
    return check.ok('deployed: a read without credentials is refused')
  }
  if (status === 401 || status === 403) {
    const remedy = `To make sure the rules are deployed: ${deployRulesCommand}`
    return check.warning(
      `a read without credentials is refused, but not by the rules (status ${status})`,
      remedy,
    )
  }
  if (status === 429 || status >= 500) return check.skipped('can’t be reached')
  return check.problem(`anybody can read the database (status ${status})`, deployRulesCommand)
}

export type SignInResponse = { readonly status: number; readonly message: string }

export function checkSignIn(answer: ProbeResult<SignInResponse>): Finding {
  const check = forCheck('Firebase Auth')
  if (!answer.isKnown) return check.skipped(answer.reason)
  const { status, message } = answer.value
  const matches = (pattern: RegExp) => pattern.test(message)
  if (matches(/^INVALID_LOGIN_CREDENTIALS/)) return check.ok('accepts the API key and passwords')
  if (matches(/^(?:EMAIL_NOT_FOUND|INVALID_PASSWORD)/)) {
    const remedy = 'Turn on email enumeration protection in Firebase’s Authentication settings.'
    return check.warning('reveals which email addresses have an account', remedy)
  }
  if (matches(/^(?:PASSWORD_LOGIN_DISABLED|OPERATION_NOT_ALLOWED)/)) {
    return check.problem('doesn’t accept passwords', 'Turn on the Email/Password sign-in method.')
  }
  if (matches(/^CONFIGURATION_NOT_FOUND/)) {
    return check.problem(
      'isn’t set up',
      'Open Authentication in the Firebase console and set it up.',
    )
  }
  if (matches(/API key not valid|API_KEY_INVALID/i)) {
    const remedy = 'Set it to the Web API key from Firebase’s project settings.'
    return forCheck('FIREBASE_API_KEY').problem('isn’t a valid Firebase API key', remedy)
  }
  if (matches(/blocked|referer|has not been used/i)) {
    const remedy =
      'Restrict the key to the Identity Toolkit API and the Token Service API. Don’t restrict it by ' +
      'referrer or IP address, because the Worker uses it too.'
    return forCheck('FIREBASE_API_KEY').problem('can’t be used to sign in', remedy)
  }
  if (status === 429 || status >= 500) return check.skipped('can’t be reached')
  return check.warning(`unexpected answer (status ${status})`, 'Try to log in on the site.')
}

/** Our service account needs this right to delete accounts. */
export function checkAccounts(answer: ProbeResult<Result<unknown, AuthFailure>>): Finding {
  const check = forCheck('readers’ accounts')
  if (!answer.isKnown) return check.skipped(answer.reason)
  if (answer.value.ok) return check.ok('the service account has access')
  const { status } = answer.value.failure
  if (status !== 401 && status !== 403) return check.skipped('can’t be reached')
  const remedy =
    'Grant the service account the role Firebase Authentication Admin (roles/firebaseauth.admin), ' +
    'which is needed to delete accounts.'
  return check.problem('the service account has no access', remedy)
}
