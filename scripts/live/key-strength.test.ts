import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkKeyrings, weaknessOf } from './key-strength.ts'
import { addKey, newRing } from './keys.ts'

const ring = (...secrets: Uint8Array[]) =>
  secrets.map((secret, index) => `${index + 1}:${Buffer.from(secret).toString('base64')}`).join()
const deskRing = newRing()
const statusesOf = (
  SEALING_KEYS: string | undefined,
  SESSION_KEYS: string | undefined,
  local: string[] = [],
  DESK_KEYS: string | undefined = deskRing,
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
      /twice/,
    ],
  ])('of %s is weak', (_, secret, why) => {
    expect(weaknessOf(secret)).toMatch(why)
  })

  it('of random bytes is not', () => {
    for (let count = 0; count < 2000; count++) expect(weaknessOf(randomBytes(32))).toBeNull()
  })
})

describe('the rings', () => {
  const [sealing, session] = [newRing(), newRing()]

  it('are in order when random and different', () => {
    expect(statusesOf(sealing, session)).toEqual([
      ['SEALING_KEYS', 'ok'],
      ['SESSION_KEYS', 'ok'],
      ['DESK_KEYS', 'ok'],
    ])
    expect(statusesOf(addKey(sealing), session)[0]).toEqual(['SEALING_KEYS', 'ok'])
  })

  it('of sessions may be left to the Worker', () => {
    expect(statusesOf(sealing, undefined)[1]).toEqual(['SESSION_KEYS', 'not asked'])
  })

  it('have a problem where any of their keys is weak, or of a local stack', () => {
    const weak = ring(randomBytes(32), Buffer.alloc(32, 1))
    expect(statusesOf(weak, session)[0]).toEqual(['SEALING_KEYS', 'problem'])
    expect(statusesOf(sealing, addKey(session), [session])[1]).toEqual(['SESSION_KEYS', 'problem'])
    expect(statusesOf(sealing, 'none')[1]).toEqual(['SESSION_KEYS', 'problem'])
  })

  it('have a problem where they share a key, under whatever number', () => {
    const shared = randomBytes(32)
    const findings = statusesOf(ring(shared), ring(randomBytes(32), shared))
    expect(findings).toContainEqual(['SEALING_KEYS and SESSION_KEYS', 'problem'])
    const desk = statusesOf(sealing, session, [], addKey(session))
    expect(desk.at(-1)).toEqual(['SESSION_KEYS and DESK_KEYS', 'problem'])
    expect(desk).toHaveLength(4)
  })

  it('are warned of where they grow', () => {
    expect(statusesOf(addKey(addKey(sealing)), session)[0]).toEqual(['SEALING_KEYS', 'warning'])
  })

  it('are never repeated', () => {
    const findings = JSON.stringify(
      checkKeyrings({ SEALING_KEYS: sealing, SESSION_KEYS: sealing }, [sealing]),
    )
    expect(findings).not.toContain(sealing.slice(2))
  })
})
