import { expect, it } from 'vitest'
import { type ImportedGrant, isClaimable, mergeImportedGrant } from './imported-grant.ts'
import { on } from './testing/stories.ts'

const now = on('2026-11-23')
const grant = (until: string, changes: Partial<ImportedGrant> = {}): ImportedGrant => ({
  ...{ until: on(until), source: 'ghost', importedAt: now, importedBy: 'Ama' },
  ...{ claimedAt: null, uid: null, ...changes },
})

it('an imported grant is stored, and replaced only by a grant that ends later', () => {
  const stored = grant('2027-01-31')
  expect(mergeImportedGrant(null, stored)).toBe(stored)
  const later = grant('2027-02-28', { source: 'substack' })
  expect(mergeImportedGrant(stored, later)).toBe(later)
  expect(mergeImportedGrant(later, stored)).toBeNull()
  expect(mergeImportedGrant(stored, { ...stored, importedAt: new Date(0) })).toBeNull()
})

it('an imported grant can be claimed once, before it ends, and then stays unchanged', () => {
  expect(isClaimable(grant('2026-11-23T12:00:01'), now)).toBe(true)
  expect(isClaimable(grant('2026-11-23'), now)).toBe(false)
  const claimed = grant('2027-01-31', { claimedAt: now, uid: 'reader' })
  expect(isClaimable(claimed, now)).toBe(false)
  expect(mergeImportedGrant(claimed, grant('2030-01-31'))).toBeNull()
})
