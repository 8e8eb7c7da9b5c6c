/** Roles of the people who work for the publication, and what each role may do. */
import { hour, minute } from '../duration.ts'

export const staffRoles = ['writer', 'editor', 'support', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * Milliseconds for which a sign-in is recent enough for readers' data (`readers`), and for money, roles and keys
 * (`control`).
 */
export const clearanceTimes = { readers: 8 * hour, control: 30 * minute } as const
export type Clearance = keyof typeof clearanceTimes

type Rule = {
  readonly roles: readonly StaffRole[]
  /** How recent the sign-in must be; null for any age. */
  readonly clearance: Clearance | null
  /** Whether the permission is never granted to an access key. */
  readonly isForBrowsers?: true
}

const rules = {
  /** Reading one's own name, role and access keys. */
  ownAccess: { roles: staffRoles, clearance: null },
  /** Creating and confirming one's own access keys. Browsers only, so that a stolen key can't create another. */
  ownKeys: { roles: staffRoles, clearance: 'control', isForBrowsers: true },
  /** Revoking access keys, which must not require a recent sign-in. */
  revokeKeys: { roles: staffRoles, clearance: null, isForBrowsers: true },
  drafts: { roles: ['writer', 'editor', 'operator'], clearance: null },
  publish: { roles: ['editor', 'operator'], clearance: null },
  /** Reading whether the site works, without readers' data. */
  health: { roles: ['editor', 'support', 'operator'], clearance: null },
  statistics: { roles: ['editor', 'operator'], clearance: null },
  readers: { roles: ['support', 'operator'], clearance: 'readers' },
  /** Refunding payments, and ending what was paid. */
  refunds: { roles: ['support', 'operator'], clearance: 'control' },
  /** Money beyond refunds: accounts, complimentary access, credit, ending access immediately. */
  money: { roles: ['operator'], clearance: 'control' },
  /** Reading who has a role. Names and addresses are account data. */
  staff: { roles: ['operator'], clearance: 'readers' },
  /** Granting and revoking every role. */
  roles: { roles: ['operator'], clearance: 'control' },
  /** Reading the record of acts, which names members of staff. */
  acts: { roles: ['operator'], clearance: 'readers' },
} as const satisfies Readonly<Record<string, Rule>>

export type Permission = keyof typeof rules

/** How a member of staff is identified. `openUntil` contains what was confirmed in a browser. */
export type SignIn =
  | { readonly kind: 'session'; readonly since: Date }
  | { readonly kind: 'key'; readonly openUntil: Readonly<Record<Clearance, Date | null>> }

export type PermissionDecision =
  | 'granted'
  /** The role doesn't include the permission. */
  | 'notInRole'
  /** The role includes the permission, but not for access keys. */
  | 'browserOnly'
  /** The permission needs a more recent sign-in. */
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
