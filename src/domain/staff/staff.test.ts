import { describe, expect, it } from 'vitest'
import { hour, minute } from '../duration.ts'
import {
  decidePermission,
  hasPermission,
  type Permission,
  type SignIn,
  staffRoles,
} from './staff.ts'

const now = new Date('2026-03-01T10:00:00Z')
const session = (age: number): SignIn => ({
  kind: 'session',
  since: new Date(now.getTime() - age),
})
const key = (readers: number | null, control: number | null): SignIn => {
  const at = (time: number | null) => (time === null ? null : new Date(now.getTime() + time))
  return { kind: 'key', openUntil: { readers: at(readers), control: at(control) } }
}

describe('a role', () => {
  it.each<[Permission, string]>([
    ['ownAccess', 'writer editor support operator'],
    ['ownKeys', 'writer editor support operator'],
    ['revokeKeys', 'writer editor support operator'],
    ['drafts', 'writer editor operator'],
    ['publish', 'editor operator'],
    ['statistics', 'editor operator'],
    ['readers', 'support operator'],
    ['refunds', 'support operator'],
    ['money', 'operator'],
    ['staff', 'operator'],
    ['roles', 'operator'],
    ['acts', 'operator'],
  ])('has the permission %s if it’s one of %s', (permission, roles) => {
    expect(staffRoles.filter((role) => hasPermission(role, permission)).join(' ')).toBe(roles)
    const others = staffRoles.filter((role) => !hasPermission(role, permission))
    for (const role of others)
      expect(decidePermission(permission, role, session(0), now)).toBe('notInRole')
  })
})

describe('a sign-in', () => {
  it.each<[Permission, SignIn, string]>([
    ['roles', session(0), 'granted'],
    ['roles', session(30 * minute), 'granted'],
    ['roles', session(30 * minute + 1), 'control'],
    ['money', session(hour), 'control'],
    ['refunds', session(30 * minute), 'granted'],
    ['refunds', session(30 * minute + 1), 'control'],
    ['refunds', key(hour, null), 'control'],
    ['refunds', key(null, 0), 'granted'],
    ['readers', session(8 * hour), 'granted'],
    ['readers', session(8 * hour + 1), 'readers'],
    ['statistics', session(700 * hour), 'granted'],
    ['ownKeys', session(30 * minute + 1), 'control'],
    ['statistics', key(null, null), 'granted'],
    ['readers', key(null, null), 'readers'],
    ['readers', key(0, null), 'granted'],
    ['readers', key(-1, null), 'readers'],
    ['readers', key(null, hour), 'readers'],
    ['money', key(hour, null), 'control'],
    ['money', key(null, 0), 'granted'],
    ['money', key(hour, -1), 'control'],
    ['ownKeys', key(hour, hour), 'browserOnly'],
    ['revokeKeys', session(700 * hour), 'granted'],
    ['revokeKeys', key(hour, hour), 'browserOnly'],
    ['acts', key(null, null), 'readers'],
  ])('is judged by its age for %s: %j is %s', (permission, signIn, decision) => {
    expect(decidePermission(permission, 'operator', signIn, now)).toBe(decision)
  })
})
