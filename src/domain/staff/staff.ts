/** The people who work for the publication: their roles, and what each role may do. */
import { hour, minute } from '../duration.ts'

export const staffRoles = ['writer', 'editor', 'support', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Milliseconds for which a sign-in is recent enough, for readers’ data, and for money, roles and keys (`control`). */
export const clearanceTimes = { readers: 8 * hour, control: 30 * minute } as const
export type Clearance = keyof typeof clearanceTimes

type Rule = {
  readonly roles: readonly StaffRole[]
  /** The sign-in that it needs. Null for one of any age. */
  readonly clearance: Clearance | null
  /** An access key never has it. */
  readonly isForBrowsers?: true
}

const rules = {
  /** Reading one's own name, role and access keys. */
  ownAccess: { roles: staffRoles, clearance: null },
  /** Creating and opening one's own access keys. So a stolen key can't create another. */
  ownKeys: { roles: staffRoles, clearance: 'control', isForBrowsers: true },
  /** Revoking them, which can't wait for a sign-in. */
  revokeKeys: { roles: staffRoles, clearance: null, isForBrowsers: true },
  drafts: { roles: ['writer', 'editor', 'operator'], clearance: null },
  publish: { roles: ['editor', 'operator'], clearance: null },
  statistics: { roles: ['editor', 'operator'], clearance: null },
  readers: { roles: ['support', 'operator'], clearance: 'readers' },
  money: { roles: ['operator'], clearance: 'control' },
  /** Reading who has a role; names and addresses are data of accounts. */
  staff: { roles: ['operator'], clearance: 'readers' },
  /** Granting every role, and taking it away. */
  roles: { roles: ['operator'], clearance: 'control' },
  /** Reading what staff have done; it names them. */
  acts: { roles: ['operator'], clearance: 'readers' },
} as const satisfies Readonly<Record<string, Rule>>

export type Permission = keyof typeof rules

/** How somebody shows who they are. `openUntil`: what was confirmed in a browser. */
export type SignIn =
  | { readonly kind: 'session'; readonly since: Date }
  | { readonly kind: 'key'; readonly openUntil: Readonly<Record<Clearance, Date | null>> }

export type PermissionDecision =
  | 'granted'
  /** The role hasn't got it. */
  | 'notInRole'
  /** The role has it, but not by an access key. */
  | 'browserOnly'
  /** A more recent sign-in has it. */
  | Clearance

export const hasPermission = (role: StaffRole, permission: Permission) =>
  (rules[permission].roles as readonly StaffRole[]).includes(role)

export function decidePermission(
  permission: Permission,
  role: StaffRole,
  signIn: SignIn,
  now: Date,
): PermissionDecision {
  const { clearance, isForBrowsers }: Rule = rules[permission]
  if (!hasPermission(role, permission)) return 'notInRole'
  if (signIn.kind === 'key' && isForBrowsers) return 'browserOnly'
  if (clearance === null || isCleared(clearance, signIn, now)) return 'granted'
  return clearance
}

function isCleared(clearance: Clearance, signIn: SignIn, now: Date): boolean {
  if (signIn.kind === 'session')
    return now.getTime() - signIn.since.getTime() <= clearanceTimes[clearance]
  const until = signIn.openUntil[clearance]
  return until !== null && now <= until
}
