import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkIndexes, checkRules } from './check-firebase.ts'

const rules = readFileSync('firestore.rules', 'utf8')

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

  it('are accompanied by valid indexes', () => {
    expect(checkIndexes(readFileSync('firestore.indexes.json', 'utf8')).status).toBe('ok')
    for (const text of [null, '', '{}', '{"indexes":']) {
      expect(checkIndexes(text).status).toBe('problem')
    }
  })
})
