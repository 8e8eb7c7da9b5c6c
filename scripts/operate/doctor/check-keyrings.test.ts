import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addKey, createKeyring } from '../keys.ts'
import { checkKeyrings, findWeakness } from './check-keyrings.ts'

const createTestKeyring = (...secrets: Uint8Array[]) =>
  secrets.map((secret, index) => `${index + 1}:${Buffer.from(secret).toString('base64')}`).join()
const deskKeyring = createKeyring()
const checkStatuses = (
  SEALING_KEYS: string | undefined,
  SESSION_KEYS: string | undefined,
  local: string[] = [],
  DESK_KEYS: string | undefined = deskKeyring,
) =>
  checkKeyrings({ SEALING_KEYS, SESSION_KEYS, DESK_KEYS }, local).map(({ check, status }) => [
    check,
    status,
  ])

describe('a secret', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['zeros', Buffer.alloc(32), /repeats/],
    ['one byte', Buffer.alloc(32, 7), /repeats/],
    ['a short cycle', Buffer.alloc(32, 'abcdefgh'), /repeats/],
    ['numbers in a row', Buffer.from(Array.from({ length: 32 }, (_, index) => index)), /counts/],
    ['numbers backwards', Buffer.from(Array.from({ length: 32 }, (_, i) => 250 - 3 * i)), /counts/],
    ['a sentence', Buffer.from('correct horse battery staple, my friend'), /text/],
    ['hexadecimal text', Buffer.from(randomBytes(32).toString('hex')), /repeats|text/],
    [
      'sixteen bytes twice',
      Buffer.alloc(32, Buffer.from('9c4f02e7b15d8836aa71ce3f540b92d8', 'hex')),
      /repeats its first half/,
    ],
  ])('is weak if it consists of %s', (_, secret, why) => {
    expect(findWeakness(secret)).toMatch(why)
  })

  it('isn’t weak if its bytes are random', () => {
    for (let count = 0; count < 2000; count++) expect(findWeakness(randomBytes(32))).toBeNull()
  })
})

describe('the keyrings', () => {
  const [sealing, session] = [createKeyring(), createKeyring()]

  it('have no problem if their keys are random and different', () => {
    expect(checkStatuses(sealing, session)).toEqual([
      ['SEALING_KEYS', 'ok'],
      ['SESSION_KEYS', 'ok'],
      ['DESK_KEYS', 'ok'],
    ])
    expect(checkStatuses(addKey(sealing), session)[0]).toEqual(['SEALING_KEYS', 'ok'])
  })

  it('may leave out the session keys', () => {
    expect(checkStatuses(sealing, undefined)[1]).toEqual(['SESSION_KEYS', 'skipped'])
  })

  it('have a problem if a key is weak or from a local stack', () => {
    const weak = createTestKeyring(randomBytes(32), Buffer.alloc(32, 1))
    expect(checkStatuses(weak, session)[0]).toEqual(['SEALING_KEYS', 'problem'])
    expect(checkStatuses(sealing, addKey(session), [session])[1]).toEqual([
      'SESSION_KEYS',
      'problem',
    ])
    expect(checkStatuses(sealing, 'none')[1]).toEqual(['SESSION_KEYS', 'problem'])
  })

  it('have a problem if they share a key, even under different numbers', () => {
    const shared = randomBytes(32)
    const findings = checkStatuses(
      createTestKeyring(shared),
      createTestKeyring(randomBytes(32), shared),
    )
    expect(findings).toContainEqual(['SEALING_KEYS and SESSION_KEYS', 'problem'])
    const desk = checkStatuses(sealing, session, [], addKey(session))
    expect(desk.at(-1)).toEqual(['SESSION_KEYS and DESK_KEYS', 'problem'])
    expect(desk).toHaveLength(4)
  })

  it('have a warning if they are large', () => {
    expect(checkStatuses(addKey(addKey(sealing)), session)[0]).toEqual(['SEALING_KEYS', 'warning'])
  })

  it('are never quoted', () => {
    const findings = JSON.stringify(
      checkKeyrings({ SEALING_KEYS: sealing, SESSION_KEYS: sealing }, [sealing]),
    )
    expect(findings).not.toContain(sealing.slice(2))
  })
})
