import { hiddenHandleRetention } from '../../src/domain/profile/profile-limits.ts'
import { succeed } from '../../src/domain/result.ts'
import {
  type DataRow,
  type DataSource,
  type FindRows,
  findByUid,
  findDocument,
  findOne,
  showSelected,
} from '../identity/personal-data.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { profilePath, reportsPath } from './profile-records.ts'

/**
 * Finds a page's addresses. For a deletion, marks whether the page is hidden: a hidden page's addresses stay reserved,
 * so that nobody can publish the same page there again.
 */
const findPageAddresses: FindRows = async (firestore, subject, purpose) => {
  const found = await findByUid('readerHandles')(firestore, subject, purpose)
  if (!found.ok || purpose === 'export' || found.value.length === 0) return found
  const page = await firestore.get(profilePath(subject.uid))
  if (!page.ok) return page
  const isHidden = (page.value?.fields.hidden ?? null) !== null
  return succeed(found.value.map((row) => ({ ...row, fields: { ...row.fields, isHidden } })))
}

function forgetPageAddress(
  { path, fields, updateTime }: DataRow,
  _: unknown,
  now: Date,
): readonly Write[] {
  if (fields.isHidden !== true) return [{ remove: path }]
  const expiresAt = new Date(now.getTime() + hiddenHandleRetention)
  const reserved = { uid: deletedAccountUid, expiresAt }
  return [{ set: path, fields: reserved, ifUpdatedAt: updateTime }]
}

/** Reports aren't exported, because they were written by other visitors. */
const findReports: FindRows = (firestore, { uid }, purpose) =>
  purpose === 'delete' ? findOne(firestore, reportsPath(uid)) : Promise.resolve(succeed([]))

/** Leaves out who has hidden the page, and why. */
const withoutStaff = (fields: Fields) => ({ ...fields, hidden: fields.hidden ? true : null })

export const personalData: readonly DataSource[] = [
  // Runs before the page is deleted, because the page determines whether the addresses stay reserved.
  { name: 'publicPageAddresses', find: findPageAddresses, forget: forgetPageAddress },
  { name: 'publicPage', find: showSelected(findDocument(profilePath), withoutStaff) },
  { name: 'publicPageReports', find: findReports },
]
