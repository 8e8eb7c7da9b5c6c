import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { addKey, dropKeys, newRing, promoteKey } from './keys.ts'

const idsOf = (ring: string) => [...keyringSchema.parse(ring).secrets.keys()]

describe('a ring', () => {
  it('begins with one key of 32 bytes, never the same', () => {
    const { current, secrets } = keyringSchema.parse(newRing())
    expect(secrets.get(current)).toHaveLength(32)
    expect(newRing()).not.toBe(newRing())
  })

  it('goes through a rotation with a key in common at every step', () => {
    const before = newRing()
    const added = addKey(before)
    expect(idsOf(added)).toEqual([1, 2])
    expect(added.startsWith(before)).toBe(true)
    const promoted = promoteKey(added)
    expect(idsOf(promoted)).toEqual([2, 1])
    expect(promoted.split(',').sort()).toEqual(added.split(',').sort())
    expect(idsOf(dropKeys(promoted))).toEqual([2])
    expect(promoted.startsWith(dropKeys(promoted))).toBe(true)
  })

  it('begins its numbers anew after the last, with one that is free', () => {
    const ring = newRing().replace('1:', '255:')
    expect(idsOf(addKey(ring))).toEqual([255, 1])
    expect(idsOf(addKey(`${ring},${newRing()}`))).toEqual([255, 1, 2])
  })

  it('of one key has none to promote, and promoted twice it would go back to the old one', () => {
    expect(() => promoteKey(newRing())).toThrow(/add another first/)
    for (const ring of [newRing(), newRing().replace('1:', '255:'), addKey(newRing())]) {
      const promoted = promoteKey(addKey(ring))
      expect(() => promoteKey(promoted)).toThrow(/youngest key comes first already/)
    }
  })
})

describe('the command', () => {
  const run = (args: string[], ring: string) =>
    spawnSync(process.execPath, ['scripts/live/keys.ts', ...args], {
      env: { ...process.env, RING: ring },
      encoding: 'utf8',
    })

  it('reads the ring from the environment and prints nothing but the new one', () => {
    const ring = newRing()
    const { stdout, stderr, status } = run(['add', 'RING'], ring)
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(idsOf(stdout.trim())).toEqual([1, 2])
  })

  it('does not repeat a malformed ring', () => {
    const { stdout, stderr, status } = run(['add', 'RING'], '1:a-secret')
    expect(stdout + stderr).not.toContain('a-secret')
    expect(status).toBe(1)
  })
})
