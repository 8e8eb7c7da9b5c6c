/** The desk's screens, as the frame and the command palette list them. */
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { hasPermission, type Permission, type StaffRole } from '../../domain/staff/staff.ts'

type Screen = { readonly path: string; readonly name: string; readonly permission: Permission }

const screens: readonly Screen[] = [
  { path: '/desk', name: 'Today', permission: 'ownAccess' },
  { path: '/desk/stories', name: 'Stories', permission: 'drafts' },
  { path: '/desk/pictures', name: 'Pictures', permission: 'drafts' },
  { path: '/desk/statistics', name: 'Statistics', permission: 'statistics' },
]

export const newStoryPath = '/desk/new'
export const keysPath = '/desk/keys'

export const getEditPath = ({
  collection,
  slug,
}: {
  readonly collection: ManuscriptCollection
  readonly slug: string
}) => `/desk/edit/${collection}/${encodeURIComponent(slug)}`

export const listScreens = (role: StaffRole): readonly Screen[] =>
  screens.filter(({ permission }) => hasPermission(role, permission))

export const canWrite = (role: StaffRole): boolean => hasPermission(role, 'drafts')

export const canPublish = (role: StaffRole): boolean => hasPermission(role, 'publish')

/** Finds the screen that a template's address belongs to. */
export function findScreen(path: string | undefined): string | undefined {
  if (path === newStoryPath || path === '/desk/edit') return '/desk/stories'
  if (path === '/desk/picture') return '/desk/pictures'
  return screens.find((screen) => path === screen.path)?.path
}

const subjects: Readonly<Partial<Record<Permission, string>>> = {
  drafts: 'stories',
  statistics: 'statistics',
}

export const describeForbidden = (role: StaffRole, permission: Permission): string =>
  `Your role, ${role}, doesn’t include ${subjects[permission] ?? 'this page'}. An operator can change it.`
