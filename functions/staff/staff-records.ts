import type { StaffItem } from '../../src/contracts/endpoints/staff-endpoints.ts'
import { getFullName, type Reader, readerSchema } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type StaffRole, staffRoles } from '../../src/domain/staff/staff.ts'
import type { Firestore, FirestoreFailure } from '../platform/adapters/firestore.ts'

/** More staff than any publication has. */
const maxStaff = 100

export const toStaffItem = (uid: string, reader: Reader, role: StaffRole): StaffItem => ({
  uid,
  name: getFullName(reader),
  email: reader.email,
  role,
})

/** Lists accounts with one of these roles, except those that are being deleted. */
export async function listStaff(
  firestore: Pick<Firestore, 'query'>,
  roles: readonly StaffRole[] = staffRoles,
): Promise<Result<readonly StaffItem[], FirestoreFailure>> {
  const found = await firestore.query({
    collection: 'users',
    where: [{ field: 'role', is: 'IN', value: roles }],
    limit: maxStaff,
  })
  if (!found.ok) return found
  return succeed(
    found.value.documents.flatMap(({ id, fields }) => {
      const reader = readerSchema.safeParse(fields).data
      return reader?.role && reader.deletionRequestedAt === null
        ? [toStaffItem(id, reader, reader.role)]
        : []
    }),
  )
}
