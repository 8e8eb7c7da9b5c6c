import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../src/domain/result.ts'
import {
  checkAccounts,
  checkAnonymous,
  checkDatabase,
  checkIndexes,
  checkRules,
  checkSignIn,
} from './check-firebase.ts'

const rules = readFileSync('firestore.rules', 'utf8')
const isKnown = <Value>(value: Value) => ({ isKnown: true, value }) as const

describe('Firestore rules', () => {
  it('in this repository deny everything', () => {
    expect(checkRules(rules).status).toBe('ok')
  })

  it.each<[string, string | null]>([
    ['are missing', null],
    ['are empty', ''],
    ['allow everything', rules.replace('if false', 'if true')],
    ['allow everybody who is signed in', rules.replace('if false', 'if request.auth != null')],
    ['allow without a condition', rules.replace(': if false', '')],
    ['only say that they deny', rules.replace('allow read, write: if false;', '// if false')],
    ['deny reading alone', rules.replace('allow read, write', 'allow read')],
    ['deny one collection', rules.replace('{document=**}', 'articles/{slug}')],
    [
      'allow access to one collection',
      rules.replace('match /{doc', 'match /x/{y} { allow read: if true; }\n match /{doc'),
    ],
  ])('have a problem if they %s', (_, text) => {
    expect(checkRules(text).status).toBe('problem')
  })

  it('are accompanied by a list of indexes, which must be valid', () => {
    expect(checkIndexes(readFileSync('firestore.indexes.json', 'utf8')).status).toBe('ok')
    for (const text of [null, '', '{}', '{"indexes":']) {
      expect(checkIndexes(text).status).toBe('problem')
    }
  })
})

describe('Firestore’s answer', () => {
  it.each([
    [401, 'problem', /key/],
    [403, 'problem', /datastore\.user/],
    [404, 'problem', /native mode/],
    [400, 'problem', /native mode/],
  ])('is judged: %i is a %s', (status, expected, remedy) => {
    const finding = checkDatabase(isKnown(fail({ kind: 'rejected', status, reason: '' })))
    expect(finding).toMatchObject({ status: expected, remedy: expect.stringMatching(remedy) })
  })

  it('is accepted if the call succeeds, and skipped if it fails', () => {
    expect(checkDatabase(isKnown(succeed([]))).status).toBe('ok')
    const unreachable = checkDatabase(isKnown(fail({ kind: 'unavailable', reason: '' })))
    expect(unreachable.status).toBe('skipped')
  })

  it.each([
    [403, '{"error":{"message":"Missing or insufficient permissions."}}', 'ok'],
    [200, '{}', 'problem'],
    [404, '{}', 'problem'],
    [403, '{"error":{"message":"API has not been used"}}', 'warning'],
    [503, '', 'skipped'],
  ])('has the status %i %s without credentials, which is %s', (status, body, expected) => {
    expect(checkAnonymous(isKnown({ status, body })).status).toBe(expected)
  })
})

describe('the sign-in service’s answer', () => {
  it.each([
    [400, 'INVALID_LOGIN_CREDENTIALS', 'ok', 'Firebase Auth'],
    [400, 'EMAIL_NOT_FOUND', 'warning', 'Firebase Auth'],
    [400, 'PASSWORD_LOGIN_DISABLED', 'problem', 'Firebase Auth'],
    [400, 'OPERATION_NOT_ALLOWED : password', 'problem', 'Firebase Auth'],
    [400, 'CONFIGURATION_NOT_FOUND', 'problem', 'Firebase Auth'],
    [400, 'API key not valid. Please pass a valid API key.', 'problem', 'FIREBASE_API_KEY'],
    [403, 'Requests from referer <empty> are blocked.', 'problem', 'FIREBASE_API_KEY'],
    [503, '', 'skipped', 'Firebase Auth'],
    [418, 'I am a teapot', 'warning', 'Firebase Auth'],
  ])('is judged: %i %s is %s', (status, message, expected, check) => {
    expect(checkSignIn(isKnown({ status, message }))).toMatchObject({ status: expected, check })
  })
})

describe('readers’ accounts', () => {
  it.each([
    [403, 'problem'],
    [401, 'problem'],
    [503, 'skipped'],
    [undefined, 'skipped'],
  ] as const)('are refused with %s and reported as %s', (code, status) => {
    const answered = code === undefined ? {} : { status: code }
    const failure = { kind: 'unavailable', reason: 'in words', ...answered } as const
    const failed = { ok: false, failure } as const
    expect(checkAccounts(isKnown(failed))).toMatchObject({ status })
  })

  it('are found if the lookup succeeds', () => {
    expect(checkAccounts(isKnown({ ok: true, value: null })).status).toBe('ok')
  })
})
